import { orderOf, type Page } from '@atrium/core/paging'
import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
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

export async function listFiles(db: Database, filters: FileFilters, { limit, offset }: Page) {
  const { field, direction } = orderOf(filters.orderBy)
  const files = await db
    .selectFrom('files')
    .selectAll()
    .where(matching(filters))
    .orderBy(field, direction)
    .orderBy('id')
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
  return files as StoredFile[]
}

export async function countFiles(db: Database, filters: FileFilters) {
  const { total } = await db
    .selectFrom('files')
    .where(matching(filters))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
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
