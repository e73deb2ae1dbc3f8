import { Body, Id, Instant, ListQuery, Name, OneOf, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { UserSummary } from '#administration/user.contract.ts'

export const ideaTypes = ['feature', 'bug', 'improvement', 'other'] as const
export const ideaStatuses = ['new', 'planned', 'done', 'declined'] as const

const type = OneOf(...ideaTypes)
const status = OneOf(...ideaStatuses)

export const Idea = Type.Object({
  id: Id,
  userId: Id,
  user: UserSummary,
  type,
  title: Type.String(),
  description: Type.String(),
  status,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Idea = Static<typeof Idea>

export const NewIdea = Body({
  type,
  title: Name(200),
  description: Type.String({ trim: true, minLength: 1, maxLength: 5000 }),
})
export type NewIdea = Static<typeof NewIdea>

export const IdeaChanges = Body({ status })
export type IdeaChanges = Static<typeof IdeaChanges>

export const IdeaFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'createdAt', 'updatedAt'),
    Type.Object({
      type: Type.Optional(type),
      status: Type.Optional(status),
      userId: Type.Optional({ ...Id, description: 'Other users require the permission `feedback.read`' }),
      search: Type.Optional(
        Type.String({ maxLength: 200, description: 'All words or parts of words must match' }),
      ),
    }),
  ]),
)
export type IdeaFilters = Static<typeof IdeaFilters>
