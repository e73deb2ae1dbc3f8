import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import type {
  NewPermission,
  Permission,
  PermissionChanges,
  PermissionFilters,
  RolePermission,
} from './permission.contract.ts'
import { isBuiltIn } from './scopes.contract.ts'

export async function getPermission(db: Database, id: number): Promise<Permission> {
  const permission = await db.selectFrom('permissions').selectAll().where('id', '=', id).executeTakeFirst()
  if (!permission) throw new NotFound('permission_not_found')
  return toPermission(permission)
}

export async function lockPermission(tx: Database, id: number): Promise<Permission> {
  await tx.selectFrom('permissions').where('id', '=', id).select('id').forNoKeyUpdate().execute()
  return getPermission(tx, id)
}

export async function listPermissions(db: Database, filters: PermissionFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const permissions = db
    .selectFrom('permissions')
    .selectAll()
    .where(matching(filters))
    .orderBy(field, direction)
  const { items, _meta } = await listPage(permissions, pageOf(filters))
  return { items: items.map(toPermission), _meta }
}

export async function insertPermission(db: Database, permission: NewPermission): Promise<Permission> {
  return toPermission(
    await db.insertInto('permissions').values(permission).returningAll().executeTakeFirstOrThrow(),
  )
}

export async function updatePermission(db: Database, id: number, changes: PermissionChanges) {
  if (Object.keys(changes).length === 0) return
  await db.updateTable('permissions').set(changes).where('id', '=', id).execute()
}

/** Roles that have it lose it. */
export async function deletePermission(db: Database, id: number) {
  await db.deleteFrom('permissions').where('id', '=', id).execute()
}

/** Leaves the role with exactly these permissions. Returns the names that exist. */
export async function replacePermissions(tx: Database, roleId: number, names: string[]) {
  await tx.deleteFrom('rolePermissions').where('roleId', '=', roleId).execute()
  const { rows } = await sql<{ name: string }>`
    with named as (
      select id, name from permissions where name = any(${names}::text[]) for key share
    ), granted as (
      insert into role_permissions (role_id, permission_id) select ${roleId}::bigint, id from named
    )
    select name from named`.execute(tx)
  return rows.map(({ name }) => name)
}

/** False if the role already has it. */
export async function insertRolePermission(tx: Database, { roleId, permissionId }: RolePermission) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('rolePermissions')
    .values({ roleId, permissionId })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False if the role does not have it. */
export async function deleteRolePermission(tx: Database, { roleId, permissionId }: RolePermission) {
  const { numDeletedRows } = await tx
    .deleteFrom('rolePermissions')
    .where('roleId', '=', roleId)
    .where('permissionId', '=', permissionId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function toPermission(row: Omit<Permission, 'isBuiltIn'>): Permission {
  return { ...row, isBuiltIn: isBuiltIn(row.name) }
}

function matching({ search }: PermissionFilters) {
  return ({ eb, and, or }: ExpressionBuilder<DB, 'permissions'>) => {
    const part = containing(search ?? '')
    return and(search ? [or([eb('name', 'ilike', part), eb('description', 'ilike', part)])] : [])
  }
}
