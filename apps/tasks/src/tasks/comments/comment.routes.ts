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
  route(listComments, { record: taskRecord }, ({ params, query }) =>
    queries.listComments(deps.db, params.id, query),
  )

  route(createComment, { record: taskRecord }, async ({ actor, params, body }) => ({
    item: await commands.createComment(deps, actor, params.id, body),
  }))

  route(updateComment, { record: commentRecord }, async ({ actor, params, body }) => ({
    item: await commands.updateComment(deps, actor, params.id, body),
  }))

  route(deleteComment, { record: commentRecord }, async ({ actor, params }) => {
    await commands.deleteComment(deps, actor, params.id)
    return { message: 'Comment deleted' }
  })

  route(addReaction, { record: commentRecord }, async ({ actor, params: { id, emoji } }) => ({
    item: await reactions.addReaction(deps, actor, id, emoji),
  }))

  route(removeReaction, { record: commentRecord }, async ({ actor, params: { id, emoji } }) => ({
    item: await reactions.removeReaction(deps, actor, id, emoji),
  }))
}
