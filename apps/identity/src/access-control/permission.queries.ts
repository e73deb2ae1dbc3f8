import * as shared from '@atrium/access-control/permission.queries'
import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type {
  NewPermission,
  Permission,
  PermissionChanges,
  PermissionFilters,
} from './permission.contract.ts'
import { isBuiltIn } from './scopes.contract.ts'

export async function getPermission(db: Database, id: number): Promise<Permission> {
  return toPermission(await shared.getPermission(db, id))
}

export async function lockPermission(tx: Database, id: number): Promise<Permission> {
  await tx.selectFrom('permissions').where('id', '=', id).select('id').forNoKeyUpdate().execute()
  return getPermission(tx, id)
}

export async function listPermissions(db: Database, { search, ...filters }: PermissionFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const part = containing(search ?? '')
  const permissions = shared
    .selectPermissions(db)
    .$if(Boolean(search), found =>
      found.where(({ eb, or }) => or([eb('name', 'ilike', part), eb('description', 'ilike', part)])),
    )
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

function toPermission(row: Omit<Permission, 'isBuiltIn'>): Permission {
  return { ...row, isBuiltIn: isBuiltIn(row.name) }
}
