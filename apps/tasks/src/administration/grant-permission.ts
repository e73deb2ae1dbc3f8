import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { checkPermissionExists, deleteRolePermission, insertRolePermission } from './permission.queries.ts'
import { getRole } from './role.queries.ts'

interface RolePermission {
  roleId: number
  permissionId: number
}

export function grantPermission(deps: Deps, { roleId, permissionId }: RolePermission) {
  return inTransaction(deps, async (tx, announce) => {
    await getRole(tx, roleId)
    await checkPermissionExists(tx, permissionId)
    await insertRolePermission(tx, roleId, permissionId)
    await announce({ name: 'RightsChanged' })
  })
}

export function revokePermission(deps: Deps, { roleId, permissionId }: RolePermission) {
  return inTransaction(deps, async (tx, announce) => {
    await getRole(tx, roleId)
    await checkPermissionExists(tx, permissionId)
    await deleteRolePermission(tx, roleId, permissionId)
    await announce({ name: 'RightsChanged' })
  })
}
