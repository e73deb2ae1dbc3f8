import { EntityNotFound } from '@atrium/core/errors'
import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/containing'
import { countRows, listPage } from '@atrium/database/list-page'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#database.ts'
import type { Database } from '#deps.ts'
import type { NewSticker, Sticker, StickerChanges, StickerFilters } from './sticker.contract.ts'

const DEFAULT_COLOR = '#7a869a'
const columns = ['stickers.id', 'stickers.projectId', 'name', 'color', 'icon'] as const

export async function getSticker(db: Database, id: number): Promise<Sticker> {
  const sticker = await findSticker(db, id)
  if (!sticker) throw new EntityNotFound('Sticker')
  return sticker
}

export function findSticker(db: Database, id: number): Promise<Sticker | undefined> {
  return selectStickers(db).where('stickers.id', '=', id).executeTakeFirst()
}

/** Those for all, and those of one project or of all the user's projects. */
export function listStickers(db: Database, userId: number, { orderBy, ...filters }: StickerFilters) {
  const { field, direction } = orderOf(orderBy)
  const stickers = selectStickers(db)
    .where(matching(userId, filters))
    .orderBy(field === 'name' ? sql`stickers.name collate natural_order` : 'stickers.id', direction)
    .orderBy('stickers.id')
  return listPage(stickers, pageOf(filters))
}

export function countStickers(db: Database, projectId: number | null) {
  const stickers = db.selectFrom('stickers')
  return countRows(
    projectId === null
      ? stickers.where('projectId', 'is', null)
      : stickers.where('projectId', '=', projectId),
  )
}

export async function insertSticker(tx: Database, { color = DEFAULT_COLOR, ...sticker }: NewSticker) {
  const { id } = await tx
    .insertInto('stickers')
    .values({ ...sticker, color: color.toLowerCase() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateSticker(
  tx: Database,
  id: number,
  { color, ...changes }: StickerChanges,
  now: string,
) {
  await tx
    .updateTable('stickers')
    .set({ ...changes, color: color?.toLowerCase(), updatedAt: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteSticker(tx: Database, id: number) {
  const { numDeletedRows } = await tx.deleteFrom('stickers').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new EntityNotFound('Sticker')
}

function selectStickers(db: Database) {
  return db.selectFrom('stickers').select(columns)
}

function matching(userId: number, { projectId, search }: Omit<StickerFilters, 'orderBy'>) {
  return ({ eb, and, or, fn, selectFrom }: ExpressionBuilder<DB, 'stickers'>) =>
    and([
      or([
        eb('stickers.projectId', 'is', null),
        projectId
          ? eb('stickers.projectId', '=', projectId)
          : eb(
              'stickers.projectId',
              'in',
              selectFrom('projectMembers').where('userId', '=', userId).select('projectMembers.projectId'),
            ),
      ]),
      ...(search
        ? [eb(fn<string>('lower', ['stickers.name']), 'like', containing(search.toLowerCase()))]
        : []),
    ])
}
