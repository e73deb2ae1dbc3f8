import { Id, Instant, Nullable } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'
import { CoreListQuery, RangeEnd } from './administration-filters.schema.ts'

export const User = Type.Object({
  id: Id,
  passportId: Nullable(Id),
  email: Type.String(),
  surname: Type.String(),
  name: Type.String(),
  patronymic: Nullable(Type.String()),
  post: Nullable(Type.String()),
  isOwner: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  roles: Type.Array(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
  lastSignInAt: Nullable(Instant),
})
export type User = Static<typeof User>

export const CurrentUser = Type.Object({ ...User.properties, permissions: Type.Array(Type.String()) })
export type CurrentUser = Static<typeof CurrentUser>

const Text = Type.Optional(Type.String({ maxLength: 200 }))
const orders = ['id', 'email', 'surname', 'name', 'createdAt', 'updatedAt', 'lastSignInAt'] as const
type Order = (typeof orders)[number]

export const UserFilters = Type.Object({
  ...CoreListQuery.properties,
  orderBy: Type.Unsafe<Order | `-${Order}`>({
    type: 'string',
    enum: orders.flatMap(field => [field, `-${field}`]),
    default: 'id',
  }),
  search: Text,
  email: Text,
  surname: Text,
  name: Text,
  patronymic: Text,
  post: Text,
  isOwner: Type.Optional(Type.Boolean()),
  passportId: Type.Optional(Id),
  createdFrom: Type.Optional(RangeEnd),
  createdTo: Type.Optional(RangeEnd),
  updatedFrom: Type.Optional(RangeEnd),
  updatedTo: Type.Optional(RangeEnd),
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
