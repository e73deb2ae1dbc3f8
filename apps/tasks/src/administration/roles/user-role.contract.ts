import * as shared from '@atrium/access-control/user-role.contract'
import { OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { permission } from '#access.contract.ts'
import { CoreListQuery } from '../administration-filters.contract.ts'

export const UserRoleFilters = Type.Object({
  ...CoreListQuery.properties,
  ...OrderBy('id', 'userId', 'roleId', 'assignedAt').properties,
  ...shared.UserRoleFilters.properties,
})
export type UserRoleFilters = Static<typeof UserRoleFilters>

export const { listUserRoles, assignRole, unassignRole } = shared.userRoleContracts({
  access: { read: permission('user_roles.read'), manage: permission('user_roles.manage') },
  filters: UserRoleFilters,
  descriptions: {
    assign:
      'Takes effect at once. You cannot assign a role with permissions that you do not have (403). 409 if the user already has the role.',
    unassign: 'Takes effect at once. You cannot unassign a role with permissions that you do not have (403).',
  },
  errors: { assign: ['user_not_found', 'role_not_found'], unassign: ['role_beyond_own'] },
})
