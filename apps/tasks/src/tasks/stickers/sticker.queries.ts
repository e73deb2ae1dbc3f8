import { orderOf, type Page, pageOf } from '@atrium/core/paging'
import { among, containing } from '@atrium/database/conditions'
import { countRows, listPage } from '@atrium/database/list-page'
import { type ExpressionBuilder, sql } from 'kysely'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import { lockProject } from '#projects/project.queries.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import type { Right } from '#projects/rights.contract.ts'
import type { Sticker } from '../task.contract.ts'
import type { NewSticker, StickerChanges, StickerFilters } from './sticker.contract.ts'

const DEFAULT_COLOR = '#7a869a'
const columns = [
  'stickers.id',
  'stickers.projectId',
  'stickers.name',
  'stickers.color',
  'stickers.icon',
] as const

export async function getSticker(db: Database, id: number): Promise<Sticker> {
  const sticker = await findSticker(db, id)
  if (!sticker) throw new NotFound('sticker_not_found')
  return sticker
}

export function findSticker(db: Database, id: number): Promise<Sticker | undefined> {
  return selectStickers(db).where('stickers.id', '=', id).executeTakeFirst()
}

/** Lists the stickers for all projects, and those of the given project or of all projects of the user. */
export async function listStickers(db: Database, actor: Actor, { orderBy, ...filters }: StickerFilters) {
  if (filters.projectId) await requireRightInProject(db, actor, filters.projectId, 'project.read')
  const { field, direction } = orderOf(orderBy)
  const stickers = selectStickers(db)
    .where(matching(actor, filters))
    .orderBy(field === 'name' ? sql`stickers.name collate natural_order` : 'stickers.id', direction)
    .orderBy('stickers.id')
  return listPage(stickers, pageOf(filters))
}

export async function requireRightInProject(db: Database, actor: Actor, projectId: number, right: Right) {
  const access = await findProjectAccess(db, actor.id, projectId)
  if (!access) throw new NotFound('project_not_found')
  requireRight(actor, access, right)
}

/** Makes requests that add stickers to the same list wait for each other, so that its limit holds. */
export async function lockStickers(tx: Database, projectId: number | null) {
  if (projectId) await lockProject(tx, projectId)
  else await sql`select pg_advisory_xact_lock(hashtext('stickers'))`.execute(tx)
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
  if (numDeletedRows === 0n) throw new NotFound('sticker_not_found')
}

function selectStickers(db: Database) {
  return db.selectFrom('stickers').select(columns)
}

function matching(actor: Actor, { projectId, search }: Omit<StickerFilters, 'orderBy'>) {
  const limit = tokenProjects(actor)
  return ({ eb, and, or, fn, selectFrom }: ExpressionBuilder<DB, 'stickers'>) =>
    and([
      ...(limit ? [or([eb('stickers.projectId', 'is', null), among('stickers.projectId', limit)])] : []),
      or([
        eb('stickers.projectId', 'is', null),
        projectId
          ? eb('stickers.projectId', '=', projectId)
          : eb(
              'stickers.projectId',
              'in',
              selectFrom('projectMembers').where('userId', '=', actor.id).select('projectMembers.projectId'),
            ),
      ]),
      ...(search
        ? [eb(fn<string>('lower', ['stickers.name']), 'like', containing(search.toLowerCase()))]
        : []),
    ])
}

/** The stickers of a task, in the order in which they were added. */
export function listTaskStickers(db: Database, taskId: number, page: Page) {
  const stickers = db
    .selectFrom('taskStickers')
    .innerJoin('stickers', 'stickers.id', 'taskStickers.stickerId')
    .where('taskStickers.taskId', '=', taskId)
    .select(columns)
    .orderBy('taskStickers.attachedAt')
    .orderBy('stickers.id')
  return listPage(stickers, page)
}

export function countTaskStickers(db: Database, taskId: number) {
  return countRows(db.selectFrom('taskStickers').where('taskId', '=', taskId))
}

/** Returns whether the task did not have it yet. */
export async function insertTaskSticker(
  tx: Database,
  taskSticker: { taskId: number; projectId: number; stickerId: number; attachedBy: number },
) {
  const attached = await tx
    .insertInto('taskStickers')
    .values(taskSticker)
    .onConflict(conflict => conflict.doNothing())
    .returning('stickerId')
    .executeTakeFirst()
  return attached !== undefined
}

/** Returns whether the task had it. */
export async function deleteTaskSticker(tx: Database, taskId: number, stickerId: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('taskStickers')
    .where('taskId', '=', taskId)
    .where('stickerId', '=', stickerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
