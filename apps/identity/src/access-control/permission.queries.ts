import { EntityNotFound } from '@atrium/core/errors'
import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/containing'
import { listPage } from '@atrium/database/list-page'
import type { ExpressionBuilder } from 'kysely'
import type { Database, DB } from '#database.ts'
import { isBuiltIn } from './built-in-permissions.ts'
import type {
  NewPermission,
  Permission,
  PermissionChanges,
  PermissionFilters,
} from './permission.contract.ts'

export async function getPermission(db: Database, id: number): Promise<Permission> {
  const permission = await db.selectFrom('permissions').selectAll().where('id', '=', id).executeTakeFirst()
  if (!permission) throw new EntityNotFound('Permission')
  return toPermission(permission)
}

/** As `getPermission`, and nobody else changes it until the transaction ends. */
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

/** The roles that hold it lose it. */
export async function deletePermission(db: Database, id: number) {
  await db.deleteFrom('permissions').where('id', '=', id).execute()
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
