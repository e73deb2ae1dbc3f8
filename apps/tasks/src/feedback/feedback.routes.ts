import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { summarizeFeedback } from './feedback-stats.ts'
import * as commands from './idea.commands.ts'
import { createIdea, deleteIdea, listIdeas, updateIdea } from './idea.contract.ts'
import * as queries from './idea.queries.ts'
import { getFeedbackStats, rateProduct } from './rating.contract.ts'
import { upsertRating } from './rating.queries.ts'

export function feedbackRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)

  route(rateProduct, {}, async ({ actor, body }) => ({
    item: await upsertRating(db, actor.id, body, deps.now().toISOString()),
  }))

  route(createIdea, {}, item(commands.createIdea))

  route(listIdeas, {}, ({ actor, query }) => queries.listIdeasFor(db, actor, query))

  route(updateIdea, {}, async ({ params, body }) => ({
    item: await commands.updateIdea(deps, params.id, body),
  }))

  route(deleteIdea, {}, message(commands.deleteIdea, 'Idea deleted'))

  route(getFeedbackStats, {}, async () => ({ item: await summarizeFeedback(deps) }))
}
