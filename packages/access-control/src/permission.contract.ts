import { type AccessRule, contract } from '@atrium/core/contract'
import { Id, List, Nullable } from '@atrium/core/schema'
import { type Static, type TObject, Type } from 'typebox'

export const Permission = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
})
export type Permission = Static<typeof Permission>

const RolePermission = Type.Object({ roleId: Id, permissionId: Id })
export type RolePermission = Static<typeof RolePermission>

interface PermissionOptions<Permission, Filters, Reply, Grant, Revoke> {
  access: { read: AccessRule; manage: AccessRule }
  schemas: { Permission: Permission; PermissionFilters: Filters; grantReply: Reply }
  descriptions: Record<'list' | 'grant' | 'revoke', string>
  /** The codes that only this service answers with. */
  errors: { grant: Grant; revoke: Revoke }
}

export function permissionContracts<
  Permission extends TObject,
  Filters extends TObject,
  Reply extends TObject,
  const Grant extends readonly string[],
  const Revoke extends readonly string[],
>({
  access,
  schemas: { Permission, PermissionFilters, grantReply },
  descriptions,
  errors,
}: PermissionOptions<Permission, Filters, Reply, Grant, Revoke>) {
  const tag = 'Permissions'
  const grants = '/rbac/roles/:roleId/permissions/:permissionId'
  return {
    listPermissions: contract('listPermissions', 'GET /rbac/permissions', {
      tag,
      summary: 'List permissions',
      description: descriptions.list,
      access: access.read,
      query: PermissionFilters,
      reply: List(Permission),
    }),

    grantPermission: contract('grantPermission', `POST ${grants}`, {
      tag,
      summary: 'Grant a permission to a role',
      description: descriptions.grant,
      access: access.manage,
      params: RolePermission,
      reply: grantReply,
      errors: [
        'role_not_found',
        'permission_not_found',
        'permission_already_granted',
        'grant_beyond_own',
        ...errors.grant,
      ],
    }),

    revokePermission: contract('revokePermission', `DELETE ${grants}`, {
      tag,
      summary: 'Revoke a permission from a role',
      description: descriptions.revoke,
      access: access.manage,
      params: RolePermission,
      reply: grantReply,
      errors: ['role_not_found', 'permission_not_found', 'role_permission_not_found', ...errors.revoke],
    }),
  }
}
