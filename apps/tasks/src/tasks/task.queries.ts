import { EntityNotFound, Gone } from '@atrium/core/errors'
import { among } from '@atrium/database/among'
import { prepared } from '@atrium/database/prepared'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tasks } from '#database.ts'
import type { Database } from '#deps.ts'
import type { Task } from './task.contract.ts'

const stickers = sql<Task['stickers']>`coalesce((
  select json_agg(json_build_object('id', stickers.id, 'projectId', stickers.project_id, 'name', stickers.name,
    'color', stickers.color, 'icon', stickers.icon) order by stickers.id)
  from task_stickers join stickers on stickers.id = task_stickers.sticker_id
  where task_stickers.task_id = tasks.id), '[]')`

export function selectTasks(db: Database) {
  return db
    .selectFrom('tasks')
    .select([
      'tasks.id',
      'tasks.projectId',
      'tasks.boardId',
      'tasks.columnId',
      'tasks.number',
      'tasks.title',
      'tasks.description',
      'tasks.priorityId',
      'tasks.assigneeId',
      'tasks.creatorId',
      'tasks.startDate',
      'tasks.dueDate',
      'tasks.estimateSeconds',
      'tasks.position',
      'tasks.version',
      'tasks.commentCount',
      'tasks.attachmentCount',
      'tasks.checklistTotal',
      'tasks.checklistDone',
      'tasks.trackedSeconds',
      'tasks.completedAt',
      'tasks.createdAt',
      'tasks.updatedAt',
      'tasks.deletedAt',
      stickers.as('stickers'),
    ])
}

const taskOf = prepared((db: Database, id: number) => selectTasks(db).where('tasks.id', '=', id))

export async function getTask(db: Database, id: number): Promise<Task> {
  const [task] = await taskOf(db, id)
  if (!task) throw new EntityNotFound('Task')
  return task
}

const tasksOf = prepared((db: Database, ids: number[]) => selectTasks(db).where(among('tasks.id', ids)))

/** In the order of the ids. */
export async function listTasksOf(db: Database, ids: number[]): Promise<Task[]> {
  const tasks = new Map((await tasksOf(db, ids)).map(task => [task.id, task]))
  return ids.flatMap(id => tasks.get(id) ?? [])
}

/** Holds the task until the transaction ends, deleted or not. Its column's lock, if needed, comes before. */
export async function holdAnyTask(tx: Database, id: number) {
  const task = await tx
    .selectFrom('tasks')
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!task) throw new EntityNotFound('Task')
  return { ...task, fieldVersions: task.fieldVersions as Record<string, number> }
}

export async function holdTask(tx: Database, id: number) {
  const task = await holdAnyTask(tx, id)
  if (task.deletedAt) throw new Gone('This task has been deleted', { deletedAt: task.deletedAt })
  return task
}

export type HeldTask = Awaited<ReturnType<typeof holdAnyTask>>

/** Numbers count up in each project and are never used again. */
export async function takeTaskNumber(tx: Database, projectId: number) {
  const { lastTaskNumber } = await tx
    .updateTable('projects')
    .set({ lastTaskNumber: sql`last_task_number + 1` })
    .where('id', '=', projectId)
    .returning('lastTaskNumber')
    .executeTakeFirstOrThrow()
  return lastTaskNumber
}

export async function insertTask(tx: Database, task: Insertable<Tasks>) {
  const { id } = await tx.insertInto('tasks').values(task).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateTask(tx: Database, id: number, changes: Updateable<Tasks>) {
  await tx.updateTable('tasks').set(changes).where('id', '=', id).execute()
}

export async function getDefaultPriorityId(db: Database) {
  const { id } = await db
    .selectFrom('taskPriorities')
    .where('isDefault', '=', true)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
