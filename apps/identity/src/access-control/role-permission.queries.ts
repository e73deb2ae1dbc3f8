import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** The role holds exactly the permissions of these names; answers the names that there are. */
export async function replacePermissions(tx: Database, roleId: number, names: string[]) {
  await tx.deleteFrom('rolePermissions').where('roleId', '=', roleId).execute()
  const { rows } = await sql<{ name: string }>`
    with named as (
      select id, name from permissions where name = any(${names}::text[]) for key share
    ), held as (
      insert into role_permissions (role_id, permission_id) select ${roleId}::bigint, id from named
    )
    select name from named`.execute(tx)
  return rows.map(({ name }) => name)
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
