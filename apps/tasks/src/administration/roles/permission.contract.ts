import { Permission, permissionContracts } from '@atrium/access-control/permission.contract'
import { ListQuery, Message, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { permission } from '#access.contract.ts'

export const PermissionFilters = Type.Object({ ...ListQuery.properties, ...OrderBy('id', 'name').properties })
export type PermissionFilters = Static<typeof PermissionFilters>

export const { listPermissions, grantPermission, revokePermission } = permissionContracts({
  access: { read: permission('rbac.permissions.read'), manage: permission('rbac.permissions.manage') },
  schemas: { Permission, PermissionFilters, grantReply: Message },
  descriptions: {
    list: 'All permissions that roles of this service can have.',
    grant:
      'Takes effect at once for everyone who has the role. You cannot grant a permission that you do not have yourself (403). 409 if the role already has it.',
    revoke:
      'Takes effect at once for everyone who has the role. The role `admin` always keeps `rbac.permissions.manage` (409).',
  },
  errors: {
    grant: ['admin_role_restricted'],
    revoke: ['admin_role_restricted', 'admin_keeps_permission'],
  },
})
