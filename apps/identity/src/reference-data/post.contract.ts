import { Body, Id, ListQuery, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

/** A job title. */
export const Post = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
})
export type Post = Static<typeof Post>

export const NewPost = Body({
  name: Name(100),
  description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
})
export type NewPost = Static<typeof NewPost>

export const PostChanges = Type.Partial(NewPost, { additionalProperties: false, minProperties: 1 })
export type PostChanges = Static<typeof PostChanges>

export const PostFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'name'),
    Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })) }),
  ]),
)
export type PostFilters = Static<typeof PostFilters>
