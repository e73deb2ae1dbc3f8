import { Conflict, EntityNotFound } from '@atrium/core/errors'
import { orderOf, type Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import type { Database } from '#database.ts'

export function listPermissions(db: Database, orderBy: 'id' | 'name' | '-id' | '-name', page: Page) {
  const { field, direction } = orderOf(orderBy)
  const permissions = db.selectFrom('permissions').select(['id', 'name', 'description'])
  return listPage(permissions.orderBy(field, direction), page)
}

export async function getPermission(db: Database, id: number) {
  const permission = await db
    .selectFrom('permissions')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!permission) throw new EntityNotFound('Permission')
  return permission
}

export async function insertRolePermission(tx: Database, roleId: number, permissionId: number) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('rolePermissions')
    .values({ roleId, permissionId })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new Conflict('The role has this permission already')
}

export async function deleteRolePermission(tx: Database, roleId: number, permissionId: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('rolePermissions')
    .where('roleId', '=', roleId)
    .where('permissionId', '=', permissionId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new EntityNotFound('The permission of this role')
}
