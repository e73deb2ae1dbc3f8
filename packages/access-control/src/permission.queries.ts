import { errorsOf } from '@atrium/core/errors'
import type { Kysely } from 'kysely'
import type { Permission, RolePermission } from './permission.contract.ts'
import { rolesErrors } from './roles.errors.ts'
import { type AccessTables, tables } from './tables.ts'

const { Conflict, NotFound } = errorsOf(rolesErrors)

export function selectPermissions<DB extends AccessTables>(db: Kysely<DB>) {
  return tables(db).selectFrom('permissions').select(['id', 'name', 'description'])
}

export async function getPermission<DB extends AccessTables>(
  db: Kysely<DB>,
  id: number,
): Promise<Permission> {
  const permission = await selectPermissions(db).where('id', '=', id).executeTakeFirst()
  if (!permission) throw new NotFound('permission_not_found')
  return permission
}

export async function insertRolePermission<DB extends AccessTables>(
  tx: Kysely<DB>,
  { roleId, permissionId }: RolePermission,
) {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('rolePermissions')
    .values({ roleId, permissionId })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) {
    throw new Conflict('permission_already_granted', { field: 'permissionId' })
  }
}

export async function deleteRolePermission<DB extends AccessTables>(
  tx: Kysely<DB>,
  { roleId, permissionId }: RolePermission,
) {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('rolePermissions')
    .where('roleId', '=', roleId)
    .where('permissionId', '=', permissionId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('role_permission_not_found')
}
