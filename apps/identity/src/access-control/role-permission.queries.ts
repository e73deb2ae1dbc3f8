import type { Database } from '#deps.ts'

/** The role holds exactly the permissions of these names; answers the names that there are. */
export async function replacePermissions(tx: Database, roleId: number, names: string[]) {
  await tx.deleteFrom('rolePermissions').where('roleId', '=', roleId).execute()
  if (names.length === 0) return []
  const permissions = await tx
    .selectFrom('permissions')
    .where('name', 'in', names)
    .select(['id', 'name'])
    .forKeyShare()
    .execute()
  if (permissions.length > 0) {
    await tx
      .insertInto('rolePermissions')
      .values(permissions.map(({ id }) => ({ roleId, permissionId: id })))
      .execute()
  }
  return permissions.map(({ name }) => name)
}

/** False when the role had it before. */
export async function insertRolePermission(tx: Database, roleId: number, permissionId: number) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('rolePermissions')
    .values({ roleId, permissionId })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False when the role did not have it. */
export async function deleteRolePermission(tx: Database, roleId: number, permissionId: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('rolePermissions')
    .where('roleId', '=', roleId)
    .where('permissionId', '=', permissionId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
