import { orderOf, pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type {
  NewTaskPriority,
  TaskPriority,
  TaskPriorityChanges,
  TaskPriorityListQuery,
} from './task-priority.contract.ts'

const columns = ['id', 'name', 'level', 'color', 'isDefault'] as const

export function listTaskPriorities(db: Database, { orderBy, ...query }: TaskPriorityListQuery) {
  const { field, direction } = orderOf(orderBy)
  const priorities = db.selectFrom('taskPriorities').select(columns)
  return listPage(priorities.orderBy(field, direction).orderBy('id'), pageOf(query))
}

export function listAllTaskPriorities(db: Database): Promise<TaskPriority[]> {
  return db.selectFrom('taskPriorities').select(columns).orderBy('level').orderBy('id').execute()
}

/** Locks all of them: only one can be the default. */
export async function lockTaskPriorities(tx: Database) {
  await tx.selectFrom('taskPriorities').select('id').orderBy('id').forNoKeyUpdate().execute()
}

export async function getTaskPriority(db: Database, id: number): Promise<TaskPriority> {
  const priority = await db
    .selectFrom('taskPriorities')
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst()
  if (!priority) throw new NotFound('task_priority_not_found')
  return priority
}

export async function clearDefaultPriority(tx: Database) {
  await tx.updateTable('taskPriorities').set({ isDefault: false }).where('isDefault', '=', true).execute()
}

export async function insertTaskPriority(tx: Database, { color, ...priority }: NewTaskPriority) {
  const { id } = await tx
    .insertInto('taskPriorities')
    .values({ ...priority, color: color.toLowerCase() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateTaskPriority(
  tx: Database,
  id: number,
  { color, ...changes }: TaskPriorityChanges,
) {
  await tx
    .updateTable('taskPriorities')
    .set({ ...changes, color: color?.toLowerCase() })
    .where('id', '=', id)
    .execute()
}

export async function deleteTaskPriority(tx: Database, id: number) {
  await tx.deleteFrom('taskPriorities').where('id', '=', id).execute()
}
