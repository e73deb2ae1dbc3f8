import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'
import { Reaction } from './reaction.contract.ts'

export const Comment = Type.Object({
  id: Id,
  taskId: Id,
  replyToId: Nullable({ ...Id, description: 'The first comment of its thread; null for that one itself' }),
  authorId: Id,
  author: UserSummary,
  text: Type.String(),
  mentions: Type.Array(Id),
  reactions: Type.Array(Reaction),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Nullable(Instant),
})
export type Comment = Static<typeof Comment>

/** Not trimmed: spaces at the start of a line have a meaning in Markdown. */
export const CommentText = Body({
  text: Type.String({
    pattern: '\\S',
    maxLength: 10_000,
    description: 'Markdown; `@[12]` mentions the member with the ID 12',
    errorCode: 'comment_text_expected',
  }),
})
export type CommentText = Static<typeof CommentText>

export const NewComment = Body({
  ...CommentText.properties,
  replyToId: Type.Optional(
    Nullable({ ...Id, description: 'The comment that this one replies to; it can be a reply itself' }),
  ),
})
export type NewComment = Static<typeof NewComment>

export const CommentFilters = Type.Object({ ...ListQuery.properties, ...OrderBy('id').properties })
export type CommentFilters = Static<typeof CommentFilters>

const contract = contractsOf('Comments')

export const listComments = contract('listComments', 'GET /task/:id/comment', {
  summary: 'List comments',
  description: 'The comments of the task with their authors, oldest first by default.',
  access: inProject('project.read'),
  query: CommentFilters,
  reply: List(Comment),
})

export const createComment = contract('createComment', 'POST /task/:id/comment', {
  summary: 'Add a comment',
  description:
    'Text in Markdown. `@[12]` mentions the member with the ID 12, who is notified. `replyToId` makes it a reply to another comment of the task. Replies have one level: a reply to a reply joins its thread.',
  access: inProject('comment.write'),
  body: NewComment,
  reply: Item(Comment),
  errors: ['task_deleted', 'replied_comment_not_found'],
})

export const updateComment = contract('updateComment', 'PUT /comment/:id', {
  summary: 'Edit a comment',
  description: 'Only the author can edit a comment (403). Newly mentioned members are notified.',
  access: inProject('comment.write'),
  body: CommentText,
  reply: Item(Comment),
  errors: ['not_comment_author', 'task_deleted'],
})

export const deleteComment = contract('deleteComment', 'DELETE /comment/:id', {
  summary: 'Delete a comment',
  description:
    'Authors delete their own comments, managers any. Replies stay: the oldest becomes the first comment of the thread.',
  access: inProject('comment.write'),
  reply: Message,
  errors: ['task_deleted'],
})
