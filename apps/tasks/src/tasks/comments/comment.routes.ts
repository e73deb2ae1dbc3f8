import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './comment.commands.ts'
import { createComment, deleteComment, listComments, updateComment } from './comment.contract.ts'
import * as queries from './comment.queries.ts'
import { commentRecord } from './comment.queries.ts'
import * as reactions from './reaction.commands.ts'
import { addReaction, removeReaction } from './reaction.contract.ts'

export function commentRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(listComments, { record: taskRecord }, ({ params, query }) =>
    queries.listComments(deps.db, params.id, query),
  )

  route(createComment, { record: taskRecord }, item(commands.createComment))
  route(updateComment, { record: commentRecord }, item(commands.updateComment))
  route(deleteComment, { record: commentRecord }, message(commands.deleteComment, 'Comment deleted'))

  route(addReaction, { record: commentRecord }, async ({ actor, params: { id, emoji } }) => ({
    item: await reactions.addReaction(deps, actor, id, emoji),
  }))

  route(removeReaction, { record: commentRecord }, async ({ actor, params: { id, emoji } }) => ({
    item: await reactions.removeReaction(deps, actor, id, emoji),
  }))
}
