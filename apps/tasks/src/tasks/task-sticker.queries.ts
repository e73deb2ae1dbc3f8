import type { Page } from '@atrium/core/paging'
import { countRows, listPage } from '@atrium/database/list-page'
import type { Database } from '#deps.ts'

/** What a task carries, in the sequence in which it came there. */
export function listTaskStickers(db: Database, taskId: number, page: Page) {
  const stickers = db
    .selectFrom('taskStickers')
    .innerJoin('stickers', 'stickers.id', 'taskStickers.stickerId')
    .where('taskStickers.taskId', '=', taskId)
    .select(['stickers.id', 'stickers.projectId', 'stickers.name', 'stickers.color', 'stickers.icon'])
    .orderBy('taskStickers.attachedAt')
    .orderBy('stickers.id')
  return listPage(stickers, page)
}

export function countTaskStickers(db: Database, taskId: number) {
  return countRows(db.selectFrom('taskStickers').where('taskId', '=', taskId))
}

/** Whether it was not there yet. */
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

/** Whether it was there. */
export async function deleteTaskSticker(tx: Database, taskId: number, stickerId: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('taskStickers')
    .where('taskId', '=', taskId)
    .where('stickerId', '=', stickerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
