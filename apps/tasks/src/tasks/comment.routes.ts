import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { Comment, CommentFilters, CommentText } from './comment.contract.ts'
import { findCommentPlace, listComments } from './comment.queries.ts'
import { createComment } from './create-comment.ts'
import { removeComment } from './delete-comment.ts'
import { editComment } from './edit-comment.ts'
import { findTaskPlace } from './task.queries.ts'

export function commentRoutes(app: App, deps: Deps) {
  const { db } = deps
  const ofTask = (userId: number, id: number) => findTaskPlace(db, userId, id)
  const ofComment = (userId: number, id: number) => findCommentPlace(db, userId, id)
  const tags = ['Comments']

  app.get(
    '/task/:id/comment',
    {
      config: { access: inProject('project.read', 'Task', ofTask) },
      schema: {
        tags,
        summary: 'List comments',
        description: 'The comments of the task with their authors, oldest first by default.',
        params: IdParams,
        querystring: CommentFilters,
        response: { 200: List(Comment) },
      },
    },
    async ({ params, query }) => listComments(db, params.id, query),
  )

  app.post(
    '/task/:id/comment',
    {
      config: { access: inProject('comment.write', 'Task', ofTask) },
      schema: {
        tags,
        summary: 'Add a comment',
        description: 'Text in Markdown. `@[12]` mentions the member with the ID 12, who is notified.',
        params: IdParams,
        body: CommentText,
        response: { 200: Item(Comment) },
      },
    },
    async request => ({
      item: await createComment(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.put(
    '/comment/:id',
    {
      config: { access: inProject('comment.write', 'Comment', ofComment) },
      schema: {
        tags,
        summary: 'Edit a comment',
        description: 'Only the author can edit a comment (403). Newly mentioned members are notified.',
        params: IdParams,
        body: CommentText,
        response: { 200: Item(Comment) },
      },
    },
    async request => ({ item: await editComment(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.delete(
    '/comment/:id',
    {
      config: { access: inProject('comment.write', 'Comment', ofComment) },
      schema: {
        tags,
        summary: 'Delete a comment',
        description: 'Authors delete their own comments, managers any.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeComment(deps, actorOf(request), request.params.id)
      return { message: 'The comment was deleted' }
    },
  )
}
