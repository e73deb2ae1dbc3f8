import { contract } from '@atrium/core/contract'
import {
  Body,
  Bound,
  Id,
  IdParams,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Nullable,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

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

const tag = 'User roles'
const manage = needs('user:manage', permission('user_roles.manage'))

export const listUserRoles = contract({
  method: 'GET',
  path: '/user-roles',
  tag,
  summary: 'List role assignments',
  description: 'Which user has which role, assigned by whom and when.',
  access: needs('user:read', permission('user_roles.read')),
  query: UserRoleFilters,
  reply: List(UserRole),
})

export const assignRole = contract({
  method: 'POST',
  path: '/user-roles',
  tag,
  summary: 'Assign a role',
  description:
    'Takes effect at once. You cannot assign a role above your own level (403). 409 if the user already has the role.',
  access: manage,
  body: NewUserRole,
  reply: Item(UserRole),
  errors: ['role_already_assigned', 'user_above_own_role', 'role_above_own_role', 'role_beyond_own'],
})

export const unassignRole = contract({
  method: 'DELETE',
  path: '/user-roles/:id',
  tag,
  summary: 'Unassign a role',
  description: 'Takes effect at once. The last owner keeps the role `owner` (409).',
  access: manage,
  params: IdParams,
  reply: Message,
  errors: ['user_role_not_found', 'last_owner', 'user_above_own_role', 'role_above_own_role'],
})
