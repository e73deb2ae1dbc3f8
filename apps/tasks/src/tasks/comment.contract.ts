import { Body, Id, Instant, ListQuery, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { UserSummary } from '#administration/user.contract.ts'

export const Comment = Type.Object({
  id: Id,
  taskId: Id,
  authorId: Id,
  author: UserSummary,
  text: Type.String(),
  mentions: Type.Array(Id),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Nullable(Instant),
})
export type Comment = Static<typeof Comment>

/** Not trimmed: in Markdown the blanks at the beginning of a line say something. */
export const CommentText = Body({
  text: Type.String({
    pattern: '\\S',
    maxLength: 10_000,
    description: 'Markdown; `@[12]` mentions the member with the ID 12',
    errorCode: 'must be text of 1 to 10000 characters, not only blanks',
  }),
})
export type CommentText = Static<typeof CommentText>

export const CommentFilters = Type.Evaluate(Type.Intersect([ListQuery, OrderBy('id')]))
export type CommentFilters = Static<typeof CommentFilters>
