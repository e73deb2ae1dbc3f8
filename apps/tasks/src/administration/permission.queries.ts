import { Conflict, EntityNotFound } from '@atrium/http/errors'
import type { Page } from '@atrium/http/pagination'
import { sql } from 'kysely'
import type { Database } from '#deps.ts'

export async function listPermissions(db: Database, { limit, offset }: Page) {
  return db
    .selectFrom('permissions')
    .select(['id', 'name', 'description'])
    .orderBy('id')
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
}

export async function countPermissions(db: Database) {
  const { total } = await db
    .selectFrom('permissions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function checkPermissionExists(db: Database, id: number) {
  const permission = await db.selectFrom('permissions').select('id').where('id', '=', id).executeTakeFirst()
  if (!permission) throw new EntityNotFound('Permission')
}

export async function grantPermission(db: Database, roleId: number, permissionId: number) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('rolePermissions')
    .values({ roleId, permissionId })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new Conflict('The role has this permission already')
}

export async function revokePermission(db: Database, roleId: number, permissionId: number) {
  const { numDeletedRows } = await db
    .deleteFrom('rolePermissions')
    .where('roleId', '=', roleId)
    .where('permissionId', '=', permissionId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new EntityNotFound('The permission of this role')
}
