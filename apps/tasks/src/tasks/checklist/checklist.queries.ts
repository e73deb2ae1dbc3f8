import type { Page } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import type { Updateable } from 'kysely'
import type { ChecklistItems, Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { RecordAccess } from '#projects/record-access.queries.ts'
import { lockTask, selectTaskAccess } from '../task.queries.ts'
import type { ChecklistItem } from './checklist.contract.ts'

async function findChecklistItemAccess(db: Database, userId: number, id: number) {
  const access = await selectTaskAccess(db, userId)
    .innerJoin('checklistItems', 'checklistItems.taskId', 'tasks.id')
    .where('checklistItems.id', '=', id)
    .executeTakeFirst()
  return access as RecordAccess | undefined
}

export const checklistItemRecord = {
  find: findChecklistItemAccess,
  notFound: 'checklist_item_not_found',
} as const

/** Locks the task, so that the item stays as it is until the transaction ends. */
export async function lockChecklistItem(tx: Database, id: number) {
  const { taskId } = await getChecklistItem(tx, id)
  const task = await lockTask(tx, taskId)
  return { task, item: await getChecklistItem(tx, id) }
}

export async function getChecklistItem(db: Database, id: number): Promise<ChecklistItem> {
  const item = await selectChecklistItems(db).where('id', '=', id).executeTakeFirst()
  if (!item) throw new NotFound('checklist_item_not_found')
  return item
}

export function listChecklist(db: Database, taskId: number, page: Page) {
  return listPage(selectChecklistItems(db).where('taskId', '=', taskId).orderBy('position'), page)
}

/** Returns the ids that are items of other tasks. */
export async function listForeignItemIds(db: Database, taskId: number, ids: number[]) {
  const items = await db
    .selectFrom('checklistItems')
    .where(among('id', ids))
    .where('taskId', '!=', taskId)
    .select('id')
    .execute()
  return items.map(({ id }) => id)
}

export async function insertChecklistItem(
  tx: Database,
  item: Pick<ChecklistItem, 'taskId' | 'title' | 'position'> & { projectId: number },
) {
  const { id } = await tx.insertInto('checklistItems').values(item).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateChecklistItem(tx: Database, id: number, changes: Updateable<ChecklistItems>) {
  await tx.updateTable('checklistItems').set(changes).where('id', '=', id).execute()
}

export async function deleteChecklistItem(tx: Database, id: number) {
  await tx.deleteFrom('checklistItems').where('id', '=', id).execute()
}

function selectChecklistItems(db: Database) {
  return db
    .selectFrom('checklistItems')
    .select(['id', 'taskId', 'title', 'isDone', 'position', 'createdAt', 'updatedAt'])
}
