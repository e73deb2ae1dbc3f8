import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changeIdea, createIdea, removeIdea } from './change-idea.ts'
import { FeedbackStats } from './feedback-stats.contract.ts'
import { findIdeas } from './find-ideas.ts'
import { Idea, IdeaChanges, IdeaFilters, NewIdea } from './idea.contract.ts'
import { NewRating, Rating } from './rating.contract.ts'
import { keepRating } from './rating.queries.ts'
import { summariseFeedback } from './summarise-feedback.ts'

export function feedbackRoutes(app: App, deps: Deps) {
  const creates = { access: permission('feedback.create') }
  const tags = ['Feedback']

  app.post(
    '/feedback/rating',
    {
      config: creates,
      schema: {
        tags,
        summary: 'Rate the product',
        description: 'Four marks from 1 to 5. A second rating on the same day replaces the first.',
        body: NewRating,
        response: { 200: Item(Rating) },
      },
    },
    async request => {
      const now = deps.now().toISOString()
      return { item: await keepRating(deps.db, actorOf(request).id, request.body, now) }
    },
  )

  app.post(
    '/feedback/idea',
    {
      config: creates,
      schema: {
        tags,
        summary: 'Submit an idea',
        description: 'A feature request, a bug report or another suggestion. Its status starts as `new`.',
        body: NewIdea,
        response: { 200: Item(Idea) },
      },
    },
    async request => ({ item: await createIdea(deps, actorOf(request), request.body) }),
  )

  app.get(
    '/feedback/idea',
    {
      config: { access: anyToken, refuses: [403] },
      schema: {
        tags,
        summary: 'List ideas',
        description: 'Your own ideas; with the permission `feedback.read`, all of them.',
        querystring: IdeaFilters,
        response: { 200: List(Idea) },
      },
    },
    async request => findIdeas(deps, actorOf(request), request.query),
  )

  app.put(
    '/feedback/idea/:id',
    {
      config: { access: permission('feedback.read') },
      schema: {
        tags,
        summary: 'Update the status of an idea',
        description: 'Sets the status to `new`, `planned`, `done` or `declined`.',
        params: IdParams,
        body: IdeaChanges,
        response: { 200: Item(Idea) },
      },
    },
    async ({ params, body }) => ({ item: await changeIdea(deps, params.id, body) }),
  )

  app.delete(
    '/feedback/idea/:id',
    {
      config: { access: anyToken },
      schema: {
        tags,
        summary: 'Delete an idea',
        description: 'Your own, or with the permission `feedback.read` any.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeIdea(deps, actorOf(request), request.params.id)
      return { message: 'The idea was deleted' }
    },
  )

  app.get(
    '/feedback/stats',
    {
      config: { access: permission('feedback.stats') },
      schema: {
        tags,
        summary: 'Get feedback statistics',
        description:
          'Averages, distribution and weekly trend of the ratings, and the number of ideas by type and status.',
        response: { 200: Item(FeedbackStats) },
      },
    },
    async () => ({ item: await summariseFeedback(deps) }),
  )
}
