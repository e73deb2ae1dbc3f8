import { Body, Id, Instant, Nullable } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'
import { CoreListQuery, RangeEnd } from './administration-filters.schema.ts'

export const UserRole = Type.Object({
  id: Id,
  userId: Id,
  roleId: Id,
  role: Type.String(),
  assignedBy: Nullable(Id),
  assignedAt: Instant,
})
export type UserRole = Static<typeof UserRole>

export const NewUserRole = Body({ userId: Id, roleId: Id })
export type NewUserRole = Static<typeof NewUserRole>

const orders = ['id', 'userId', 'roleId', 'assignedAt'] as const
type Order = (typeof orders)[number]

export const UserRoleFilters = Type.Object({
  ...CoreListQuery.properties,
  orderBy: Type.Unsafe<Order | `-${Order}`>({
    type: 'string',
    enum: orders.flatMap(field => [field, `-${field}`]),
    default: 'id',
  }),
  userId: Type.Optional(Id),
  roleId: Type.Optional(Id),
  assignedBy: Type.Optional(Id),
  assignedFrom: Type.Optional(RangeEnd),
  assignedTo: Type.Optional(RangeEnd),
})
export type UserRoleFilters = Static<typeof UserRoleFilters>
