import { Body, Id, Instant, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const mark = Type.Integer({ minimum: 1, maximum: 5 })
const marks = { speed: mark, functionality: mark, design: mark, usability: mark }

export const Rating = Type.Object({
  id: Id,
  userId: Id,
  ...marks,
  comment: Nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Rating = Static<typeof Rating>

export const NewRating = Body({
  ...marks,
  comment: Type.Optional(Nullable(Type.String({ trim: true, maxLength: 2000 }))),
})
export type NewRating = Static<typeof NewRating>
