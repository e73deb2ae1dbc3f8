import { Body, Bound, Id, Instant, ListQuery, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

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

export const UserRoleFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'assignedAt'),
    Type.Object({
      userId: Type.Optional(Id),
      roleId: Type.Optional(Id),
      assignedBy: Type.Optional(Id),
      assignedFrom: Type.Optional(Bound),
      assignedTo: Type.Optional(Bound),
    }),
  ]),
)
export type UserRoleFilters = Static<typeof UserRoleFilters>
