import { type AccessRule, contract } from '@atrium/core/contract'
import { Body, Bound, Id, Instant, Item, List, Message, Nullable } from '@atrium/core/schema'
import { type Static, type TObject, Type } from 'typebox'

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

export const UserRoleFilters = Type.Object({
  userId: Type.Optional(Id),
  roleId: Type.Optional(Id),
  assignedBy: Type.Optional(Id),
  assignedFrom: Type.Optional(Bound),
  assignedTo: Type.Optional(Bound),
})
export type UserRoleFilters = Static<typeof UserRoleFilters>

interface UserRoleOptions<Filters, Assign, Unassign> {
  access: { read: AccessRule; manage: AccessRule }
  /** With the paging and the orders that the service has. */
  filters: Filters
  descriptions: Record<'assign' | 'unassign', string>
  /** The codes that only this service answers with. */
  errors: { assign: Assign; unassign: Unassign }
}

export function userRoleContracts<
  Filters extends TObject,
  const Assign extends readonly string[],
  const Unassign extends readonly string[],
>({ access, filters, descriptions, errors }: UserRoleOptions<Filters, Assign, Unassign>) {
  const tag = 'User roles'
  return {
    listUserRoles: contract('listUserRoles', 'GET /user-roles', {
      tag,
      summary: 'List role assignments',
      description: 'Which user has which role, assigned by whom and when.',
      access: access.read,
      query: filters,
      reply: List(UserRole),
    }),

    assignRole: contract('assignRole', 'POST /user-roles', {
      tag,
      summary: 'Assign a role',
      description: descriptions.assign,
      access: access.manage,
      body: NewUserRole,
      reply: Item(UserRole),
      errors: ['role_already_assigned', 'role_beyond_own', ...errors.assign],
    }),

    unassignRole: contract('unassignRole', 'DELETE /user-roles/:id', {
      tag,
      summary: 'Unassign a role',
      description: descriptions.unassign,
      access: access.manage,
      reply: Message,
      errors: ['user_role_not_found', ...errors.unassign],
    }),
  }
}
