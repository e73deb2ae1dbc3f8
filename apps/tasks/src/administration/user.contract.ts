import { Bound, Id, Instant, Nullable, OneOf, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { CoreListQuery } from './administration-filters.contract.ts'

export const User = Type.Object({
  id: Id,
  passportId: Nullable(Id),
  email: Nullable(Type.String({ description: 'Null, like passportId, to those who do not see it' })),
  surname: Type.String(),
  name: Type.String(),
  patronymic: Nullable(Type.String()),
  post: Nullable(Type.String()),
  isOwner: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  status: OneOf('active', 'archived'),
  roles: Type.Array(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
  lastSignInAt: Nullable(Instant),
})
export type User = Static<typeof User>

/** The time interval that runs, as the time-tracking chapter has it. */
const RunningTimer = Type.Object({
  id: Id,
  taskId: Id,
  userId: Id,
  startedAt: Instant,
  endedAt: Type.Null(),
  duration: Type.Null(),
  source: Type.String(),
  note: Nullable(Type.String()),
  isCapped: Type.Boolean(),
  task: Type.Object({ id: Id, title: Type.String(), number: Id, projectId: Id }),
})
export type RunningTimer = Static<typeof RunningTimer>

export const CurrentUser = Type.Object({
  ...User.properties,
  email: Type.String(),
  permissions: Type.Array(Type.String()),
  runningTimer: Type.Union([RunningTimer, Type.Null()]),
  /** Where they look after their account. */
  accountUrl: Type.String(),
})
export type CurrentUser = Static<typeof CurrentUser>

/** Who somebody is, beside what they did. */
export const UserSummary = Type.Object({
  id: Id,
  surname: Type.String(),
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
})
export type UserSummary = Static<typeof UserSummary>

const Text = Type.Optional(Type.String({ maxLength: 200 }))

export const UserFilters = Type.Object({
  ...CoreListQuery.properties,
  ...OrderBy('id', 'email', 'surname', 'name', 'createdAt', 'updatedAt', 'lastSignInAt').properties,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Every word must be in the name, or in the email address if you see it, in any order',
    }),
  ),
  email: Text,
  surname: Text,
  name: Text,
  patronymic: Text,
  post: Text,
  isOwner: Type.Optional(Type.Boolean()),
  status: Type.Optional(OneOf('active', 'archived', 'all')),
  passportId: Type.Optional(Id),
  createdFrom: Type.Optional(Bound),
  createdTo: Type.Optional(Bound),
  updatedFrom: Type.Optional(Bound),
  updatedTo: Type.Optional(Bound),
})
export type UserFilters = Static<typeof UserFilters>

export const Synchronised = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  archived: Type.Integer(),
  failed: Type.Integer(),
  tookMs: Type.Integer(),
})
