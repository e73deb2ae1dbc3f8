import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, Name, OneOf, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { permission, signedIn, withScope } from '#access.contract.ts'
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

export const IdeaFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'createdAt', 'updatedAt').properties,
  type: Type.Optional(type),
  status: Type.Optional(status),
  userId: Type.Optional(
    Type.Integer({ ...Id, description: 'Other users require the permission `feedback.read`' }),
  ),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'All words or parts of words must match' }),
  ),
})
export type IdeaFilters = Static<typeof IdeaFilters>

const contract = contractsOf('Feedback')

export const createIdea = contract('createIdea', 'POST /feedback/idea', {
  summary: 'Submit an idea',
  description: 'A feature request, a bug report or another suggestion. Its status starts as `new`.',
  access: withScope('tasks:write', permission('feedback.create')),
  body: NewIdea,
  reply: Item(Idea),
})

export const listIdeas = contract('listIdeas', 'GET /feedback/idea', {
  summary: 'List ideas',
  description: 'Your own ideas; with the permission `feedback.read`, all of them.',
  access: signedIn,
  query: IdeaFilters,
  reply: List(Idea),
  errors: ['permission_required'],
})

export const updateIdea = contract('updateIdea', 'PUT /feedback/idea/:id', {
  summary: 'Update the status of an idea',
  description: 'Sets the status to `new`, `planned`, `done` or `declined`.',
  access: permission('feedback.read'),
  body: IdeaChanges,
  reply: Item(Idea),
  errors: ['idea_not_found'],
})

export const deleteIdea = contract('deleteIdea', 'DELETE /feedback/idea/:id', {
  summary: 'Delete an idea',
  description: 'Your own, or with the permission `feedback.read` any.',
  access: signedIn,
  reply: Message,
  errors: ['idea_not_found', 'permission_required'],
})
