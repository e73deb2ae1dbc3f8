import * as shared from '@atrium/access-control/user-role.contract'
import { ListQuery, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

export const UserRoleFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'assignedAt').properties,
  ...shared.UserRoleFilters.properties,
})
export type UserRoleFilters = Static<typeof UserRoleFilters>

export const { listUserRoles, assignRole, unassignRole } = shared.userRoleContracts({
  access: {
    read: needs('user:read', permission('user_roles.read')),
    manage: needs('user:manage', permission('user_roles.manage')),
  },
  filters: UserRoleFilters,
  descriptions: {
    assign:
      'Takes effect at once. You cannot assign a role above your own level (403). 409 if the user already has the role.',
    unassign: 'Takes effect at once. The last owner keeps the role `owner` (409).',
  },
  errors: {
    assign: ['user_above_own_role', 'user_erased', 'role_above_own_role'],
    unassign: ['last_owner', 'user_above_own_role', 'user_erased', 'role_above_own_role'],
  },
})
