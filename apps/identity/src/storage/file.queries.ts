import { orderOf, type Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import type { ExpressionBuilder, Insertable } from 'kysely'
import type { Database, DB, Files } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { FileFilters, StoredFile } from './file.contract.ts'

/** The record with the key of its content. */
export async function getFile(db: Database, id: number) {
  const file = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
  if (!file) throw new NotFound('file_not_found')
  return file as StoredFile & { key: string }
}

export async function findFileOwner(db: Database, id: number) {
  const file = await db.selectFrom('files').select('userId').where('id', '=', id).executeTakeFirst()
  return file?.userId
}

/** Whether a user's `avatarUrl` leads to it. */
export async function isCurrentAvatar(db: Database, id: number) {
  const user = await db.selectFrom('users').select('id').where('avatarFileId', '=', id).executeTakeFirst()
  return user !== undefined
}

export function listFiles(db: Database, filters: FileFilters, page: Page) {
  const { field, direction } = orderOf(filters.orderBy)
  const files = db.selectFrom('files').selectAll().where(matching(filters))
  return listPage(files.orderBy(field, direction).orderBy('id').$castTo<StoredFile>(), page)
}

export async function insertFile(db: Database, file: Insertable<Files>) {
  const inserted = await db.insertInto('files').values(file).returningAll().executeTakeFirstOrThrow()
  return inserted as StoredFile
}

export async function deleteFile(db: Database, id: number) {
  await db.deleteFrom('files').where('id', '=', id).execute()
}

export async function hasFileWithKey(db: Database, key: string) {
  const file = await db.selectFrom('files').select('id').where('key', '=', key).executeTakeFirst()
  return file !== undefined
}

export async function setAvatar(db: Database, userId: number, avatarFileId: number, now: string) {
  await db.updateTable('users').set({ avatarFileId, updatedAt: now }).where('id', '=', userId).execute()
}

function matching({ userId, purpose }: FileFilters) {
  return ({ eb, and }: ExpressionBuilder<DB, 'files'>) =>
    and([...(userId ? [eb('userId', '=', userId)] : []), ...(purpose ? [eb('purpose', '=', purpose)] : [])])
}
