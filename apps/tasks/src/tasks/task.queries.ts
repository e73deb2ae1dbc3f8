import { among } from '@atrium/database/conditions'
import { isoInstant } from '@atrium/database/iso-instant'
import { countRows } from '@atrium/database/list-page'
import { GAP } from '@atrium/database/ordered-list'
import { isInOuterTransaction } from '@atrium/database/outer-transaction'
import { prepared } from '@atrium/database/prepared'
import { WITHOUT_FLUSH } from '@atrium/database/transaction'
import { removeOrphanedContents } from '@atrium/storage/orphaned-content'
import { type InsertObject, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Database, DB, Tasks } from '#database.ts'
import { Gone, NotFound } from '#errors.ts'
import { type Place, selectPlaces } from '#projects/place.queries.ts'
import type { Task } from './task.contract.ts'

const placesOfTask = prepared((db: Database, userId: number, id: number) =>
  selectTaskPlaces(db, userId).where('tasks.id', '=', id),
)

export async function findTaskPlace(db: Database, userId: number, id: number) {
  const [place] = await placesOfTask(db, userId, id)
  return place as Place | undefined
}

/** Includes deleted tasks, for the commands that restore or purge them. */
export async function findAnyTaskPlace(db: Database, userId: number, id: number) {
  const place = await findTaskPlace(db, userId, id)
  return place && { ...place, deletedAt: null }
}

/** Where a task is. */
export const taskPlace = { find: findTaskPlace, notFound: 'task_not_found' } as const
export const anyTaskPlace = { find: findAnyTaskPlace, notFound: 'task_not_found' } as const

/** To be joined with the parts of a task: comments, attachments, checklist items. */
export function selectTaskPlaces(db: Database, userId: number) {
  return selectPlaces(db, userId)
    .innerJoin('tasks', 'tasks.projectId', 'projects.id')
    .select('tasks.deletedAt')
}

const stickers = sql<Task['stickers']>`coalesce((
  select json_agg(json_build_object('id', stickers.id, 'projectId', stickers.project_id, 'name', stickers.name,
    'color', stickers.color, 'icon', stickers.icon) order by stickers.id)
  from task_stickers join stickers on stickers.id = task_stickers.sticker_id
  where task_stickers.task_id = tasks.id), '[]')`

/** A `Task` as JSON. */
const taskText = sql<string>`json_build_object('id', tasks.id, 'projectId', tasks.project_id, 'boardId', tasks.board_id,
  'columnId', tasks.column_id, 'number', tasks.number, 'title', tasks.title, 'description', tasks.description,
  'priorityId', tasks.priority_id, 'assigneeId', tasks.assignee_id, 'creatorId', tasks.creator_id,
  'startDate', tasks.start_date, 'dueDate', tasks.due_date, 'estimateSeconds', tasks.estimate_seconds,
  'position', tasks.position, 'version', tasks.version, 'stickers', ${stickers}, 'commentCount', tasks.comment_count,
  'attachmentCount', tasks.attachment_count, 'checklistTotal', tasks.checklist_total,
  'checklistDone', tasks.checklist_done, 'trackedSeconds', tasks.tracked_seconds,
  'completedAt', ${isoInstant('tasks.completed_at')}, 'createdAt', ${isoInstant('tasks.created_at')},
  'updatedAt', ${isoInstant('tasks.updated_at')}, 'deletedAt', ${isoInstant('tasks.deleted_at')})::text`

const taskColumns = [
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
] as const

export function selectTasks(db: Database) {
  return db.selectFrom('tasks').select([...taskColumns, stickers.as('stickers')])
}

const readableTask = prepared((db: Database, userId: number, id: number) =>
  selectTaskPlaces(db, userId).where('tasks.id', '=', id).select(taskText.as('text')),
)

/** A task and where it is, in one statement. */
export const taskToRead = {
  find: async (db: Database, userId: number, id: number) => {
    const [found] = await readableTask(db, userId, id)
    return found as (Place & { text: string }) | undefined
  },
  notFound: 'task_not_found',
} as const

const taskOf = prepared((db: Database, id: number) => selectTasks(db).where('tasks.id', '=', id))

export async function getTask(db: Database, id: number): Promise<Task> {
  const [task] = await taskOf(db, id)
  if (!task) throw new NotFound('task_not_found')
  return task
}

const tasksOf = prepared((db: Database, ids: number[]) => selectTasks(db).where(among('tasks.id', ids)))

/** In the order of the ids. */
export async function listTasksOf(db: Database, ids: number[]): Promise<Task[]> {
  const tasks = new Map((await tasksOf(db, ids)).map(task => [task.id, task]))
  return ids.flatMap(id => tasks.get(id) ?? [])
}

const lockedTask = prepared(
  (tx: Database, id: number) => tx.selectFrom('tasks').where('id', '=', id).selectAll().forNoKeyUpdate(),
  { isSlow: true },
)

/** Locks the task until the transaction ends, deleted or not. If its column is needed too, lock that first. */
export async function lockAnyTask(tx: Database, id: number) {
  const [task] = await lockedTask(tx, id)
  if (!task) throw new NotFound('task_not_found')
  return { ...task, fieldVersions: task.fieldVersions as Record<string, number> }
}

export async function lockTask(tx: Database, id: number) {
  const task = await lockAnyTask(tx, id)
  if (task.deletedAt) throw new Gone('task_deleted', { deletedAt: task.deletedAt })
  return task
}

export type LockedTask = Awaited<ReturnType<typeof lockAnyTask>>

/** Without waiting: a transaction that has locked a task may be about to restore it. */
export function lockTrash(tx: Database, deletedBefore: string, limit: number) {
  return tx
    .selectFrom('tasks')
    .where('deletedAt', '<', deletedBefore)
    .select(['id', 'projectId', 'boardId', 'title', 'number'])
    .orderBy('deletedAt')
    .limit(sql.lit(limit))
    .forUpdate()
    .skipLocked()
    .execute()
}

export function countTasksInColumn(db: Database, columnId: number) {
  return countRows(db.selectFrom('tasks').where('columnId', '=', columnId).where('position', 'is not', null))
}

/**
 * What a new task needs to know. Before its transaction, so that others that need a number do not wait for its commit; a
 * number whose task is then refused is never used.
 */
export async function prepareTask(db: Database, projectId: number) {
  if (isInOuterTransaction()) return numberTask(db, projectId)
  const [found] = await numberedWithoutFlush(db, projectId)
  return found as TaskNumber
}

/** Later, in its transaction. */
export async function numberTask(tx: Database, projectId: number) {
  const [found] = await numbered(tx, projectId)
  return found as TaskNumber
}

interface TaskNumber {
  number: number
  id: number
  defaultPriorityId: number
}

const numbered = prepared((_tx: Database, projectId: number) => takeNumber(projectId, sql`true`), {
  isSlow: true,
})
const numberedWithoutFlush = prepared(
  (_db: Database, projectId: number) => takeNumber(projectId, WITHOUT_FLUSH),
  { isSlow: true },
)

function takeNumber(projectId: number, condition: RawBuilder<unknown>) {
  return sql<TaskNumber>`
    update projects set last_task_number = last_task_number + 1 where id = ${projectId} and ${condition}
    returning last_task_number as number, nextval(pg_get_serial_sequence('tasks', 'id')) as id,
      (select id from task_priorities where is_default) as default_priority_id`
}

/** The end of a column. Tasks that are appended at the same time differ by their numbers. */
export function endOfColumn(columnId: number, number: number) {
  return sql<number>`(select coalesce(max(position) + ${sql.lit(GAP)}, 0) from tasks where column_id = ${columnId})
    + ${(number % APPENDED_AT_ONCE) * (GAP / APPENDED_AT_ONCE / 4)}::bigint`
}

const APPENDED_AT_ONCE = 1024

export function insertTask(tx: Database, task: InsertObject<DB, 'tasks'>): Promise<Task> {
  const inserted = tx
    .insertInto('tasks')
    .values(task)
    .returning([...taskColumns, stickers.as('stickers')])
  return inserted.executeTakeFirstOrThrow()
}

export function updateTask(tx: Database, id: number, changes: Updateable<Tasks>): Promise<Task> {
  return tx
    .updateTable('tasks')
    .set(changes)
    .where('id', '=', id)
    .returning([...taskColumns, stickers.as('stickers')])
    .executeTakeFirstOrThrow()
}

/** The open tasks of a user in a project become unassigned. */
export function unassignTasks(tx: Database, projectId: number, assigneeId: number) {
  return tx
    .updateTable('tasks')
    .set({
      assigneeId: null,
      version: sql`version + 1`,
      fieldVersions: sql`field_versions || jsonb_build_object('assigneeId', version + 1)`,
      updatedAt: sql`now()`,
    })
    .where('projectId', '=', projectId)
    .where('assigneeId', '=', assigneeId)
    .where('completedAt', 'is', null)
    .returning(['id', 'boardId', 'version'])
    .execute()
}

/** Deletes permanently, with everything that belongs to the tasks. Attachment content is deleted after the commit. */
export async function deleteTasks(tx: Database, ids: number[]) {
  const attachments = await tx.selectFrom('attachments').where(among('taskId', ids)).select('key').execute()
  await removeOrphanedContents(
    tx,
    attachments.map(({ key }) => key),
  )
  await tx.deleteFrom('tasks').where(among('id', ids)).execute()
}
