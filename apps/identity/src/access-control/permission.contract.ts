import * as shared from '@atrium/access-control/permission.contract'
import { contractsOf } from '@atrium/core/contract'
import { Body, Item, ListQuery, Message, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'
import { Role } from './role.contract.ts'

const PermissionName = Type.String({
  maxLength: 100,
  pattern: '^[a-z0-9_-]+(\\.[a-z0-9_-]+)+$',
  errorCode: 'permission_name_expected',
})
const Description = Nullable(Type.String({ maxLength: 500 }))

export const Permission = Type.Object({
  ...shared.Permission.properties,
  /** Required by the routes themselves: its description can change, but it cannot be renamed or deleted. */
  isBuiltIn: Type.Boolean(),
})
export type Permission = Static<typeof Permission>

export const NewPermission = Body({ name: PermissionName, description: Type.Optional(Description) })
export type NewPermission = Static<typeof NewPermission>

export const PermissionChanges = Body({
  name: Type.Optional(PermissionName),
  description: Type.Optional(Description),
})
export type PermissionChanges = Static<typeof PermissionChanges>

export const PermissionFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'name').properties,
  search: Type.Optional(Type.String({ maxLength: 200 })),
})
export type PermissionFilters = Static<typeof PermissionFilters>

const contract = contractsOf('Permissions')
const access = needs('system:manage', permission('rbac.permissions.manage'))

export const { listPermissions, grantPermission, revokePermission } = shared.permissionContracts({
  access: { read: access, manage: access },
  schemas: { Permission, PermissionFilters, grantReply: Item(Role) },
  descriptions: {
    list: 'Built-in permissions are those that the routes require; others are available to your own applications.',
    grant: 'Takes effect at once for everyone who has the role. 409 if the role already has it.',
    revoke: 'Takes effect at once for everyone who has the role. 404 if the role does not have it.',
  },
  errors: { grant: ['role_above_own_role'], revoke: ['owner_keeps_permission', 'role_above_own_role'] },
})

export const getPermission = contract('getPermission', 'GET /rbac/permissions/:id', {
  summary: 'Get a permission',
  description: 'Returns the name and the description of the permission.',
  access,
  reply: Item(Permission),
  errors: ['permission_not_found'],
})

export const createPermission = contract('createPermission', 'POST /rbac/permissions', {
  summary: 'Create a permission',
  description: 'Adds a permission that roles can grant, for your own applications to check.',
  access,
  body: NewPermission,
  reply: Item(Permission),
  errors: ['permission_name_taken'],
})

export const updatePermission = contract('updatePermission', 'PUT /rbac/permissions/:id', {
  summary: 'Update a permission',
  description: 'Changes the name or the description. A built-in permission cannot be renamed (409).',
  access,
  body: PermissionChanges,
  reply: Item(Permission),
  errors: ['permission_not_found', 'permission_name_taken', 'built_in_permission'],
})

export const deletePermission = contract('deletePermission', 'DELETE /rbac/permissions/:id', {
  summary: 'Delete a permission',
  description: 'Removes it from every role. A built-in permission cannot be deleted (409).',
  access,
  reply: Message,
  errors: ['permission_not_found', 'built_in_permission'],
})
