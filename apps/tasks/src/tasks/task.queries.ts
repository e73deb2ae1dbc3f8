import { among } from '@atrium/database/conditions'
import { countRows } from '@atrium/database/list-page'
import { GAP } from '@atrium/database/ordered-list'
import { isOuterTransactionUsed, outsideOuterTransaction } from '@atrium/database/outer-transaction'
import { prepared, sharedRead } from '@atrium/database/prepared'
import { columnName, jsonObjectOf } from '@atrium/database/schema-sql'
import { WITHOUT_FLUSH } from '@atrium/database/transaction'
import { removeOrphanedContents } from '@atrium/storage/orphaned-content'
import { type AliasedRawBuilder, type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Database, Tasks } from '#database.ts'
import { Gone, NotFound } from '#errors.ts'
import type { FieldValues } from '#fields/field.contract.ts'
import { selectAssigneeIds } from '#projects/assigned-people.queries.ts'
import { isNotHeld } from '#projects/hold/hold.queries.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import { isBlocked, subtaskDone, subtaskTotal } from './related/computed-fields.ts'
import { Task } from './task.contract.ts'
import { type FieldsOf, fieldsOf } from './task-fields.ts'

const accessToTask = sharedRead((db: Database, userId: number, id: number) =>
  selectTaskAccess(db, userId).where('tasks.id', '=', id),
)

export async function findTaskAccess(db: Database, userId: number, id: number) {
  const [access] = await accessToTask(db, userId, id)
  return access as RecordAccess | undefined
}

/** Includes deleted tasks, for the commands that restore or purge them. */
export async function findAnyTaskAccess(db: Database, userId: number, id: number) {
  const access = await findTaskAccess(db, userId, id)
  return access && { ...access, deletedAt: null }
}

export const taskRecord = { find: findTaskAccess, notFound: 'task_not_found' } as const
export const anyTaskRecord = { find: findAnyTaskAccess, notFound: 'task_not_found' } as const

/** To be joined with the parts of a task: comments, attachments, checklist items. */
export function selectTaskAccess(db: Database, userId: number) {
  return selectAccess(db, userId)
    .innerJoin('tasks', 'tasks.projectId', 'projects.id')
    .select('tasks.deletedAt')
}

const stickers = sql<Task['stickers']>`coalesce((
  select json_agg(json_build_object('id', stickers.id, 'projectId', stickers.project_id, 'name', stickers.name,
    'color', stickers.color, 'icon', stickers.icon) order by stickers.id)
  from task_stickers join stickers on stickers.id = task_stickers.sticker_id
  where task_stickers.project_id = tasks.project_id and task_stickers.task_id = tasks.id), '[]')`

const computed = {
  assigneeIds: selectAssigneeIds('tasks'),
  fields: sql<FieldValues>`tasks.field_values`,
  stickers,
  subtaskTotal,
  subtaskDone,
  isBlocked,
} satisfies Record<FieldsOf<'assignees' | 'custom' | 'computed'>, RawBuilder<unknown>>

/** What the same fields are for a task that has just been inserted. */
const initial: Record<keyof typeof computed, RawBuilder<unknown>> = {
  assigneeIds: computed.assigneeIds,
  fields: computed.fields,
  stickers: sql`'[]'::json`,
  subtaskTotal: sql`0`,
  subtaskDone: sql`0`,
  isBlocked: sql`false`,
}

const taskText = sql<string>`${jsonObjectOf(Task, 'tasks', computed)}::text`

const givenKinds = ['own', 'content', 'date', 'cycle', 'assignee', 'parent', 'place'] as const
const givenColumns = fieldsOf(...givenKinds)
const newTaskColumns = [...givenColumns, 'otherAssigneeIds', 'fieldValues'] as const
export const taskColumns = fieldsOf(...givenKinds, 'cover', 'archive', 'kept').map(
  name => `tasks.${name}` as const,
)

type ComputedField = {
  [Name in keyof typeof computed]: AliasedRawBuilder<Task[Name], Name>
}[keyof typeof computed]
export const computedFields = Object.entries(computed).map(([name, value]) =>
  (value as RawBuilder<unknown>).as(name),
) as ComputedField[]

/** A `Task` in a statement that is not built. */
export const taskFields = sqlFields(computed)

function sqlFields(others: Record<string, RawBuilder<unknown>>) {
  const values = Object.entries(others).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  return sql.join([...taskColumns.map(name => sql.ref(name)), ...values])
}

export function selectTasks(db: Database) {
  return db.selectFrom('tasks').select([...taskColumns, ...computedFields])
}

const readableTask = sharedRead((db: Database, userId: number, id: number) =>
  selectTaskAccess(db, userId).where('tasks.id', '=', id).select(taskText.as('text')),
)

/** A task and where it is, in one statement. */
export const taskToRead = {
  find: async (db: Database, userId: number, id: number) => {
    const [found] = await readableTask(db, userId, id)
    return found as (RecordAccess & { text: string }) | undefined
  },
  notFound: 'task_not_found',
} as const

const taskOf = sharedRead((db: Database, id: number) => selectTasks(db).where('tasks.id', '=', id))

export async function getTask(db: Database, id: number): Promise<Task> {
  const [task] = await taskOf(db, id)
  if (!task) throw new NotFound('task_not_found')
  return task
}

const tasksOf = sharedRead((db: Database, ids: number[]) => selectTasks(db).where(among('tasks.id', ids)))

/** In the order of the ids. */
export async function listTasksOf(db: Database, ids: number[]): Promise<Task[]> {
  const tasks = new Map((await tasksOf(db, ids)).map(task => [task.id, task]))
  return ids.flatMap(id => tasks.get(id) ?? [])
}

const lockedTask = prepared((tx: Database, id: number) =>
  tx.selectFrom('tasks').where('id', '=', id).selectAll().forNoKeyUpdate(),
)

/** Locks the task until the transaction ends, deleted or not. If its column is needed too, lock that first. */
export async function lockAnyTask(tx: Database, id: number) {
  const [task] = await lockedTask(tx, id)
  if (!task) throw new NotFound('task_not_found')
  return {
    ...task,
    fieldVersions: task.fieldVersions as Record<string, number>,
    fieldValues: task.fieldValues as FieldValues,
  }
}

export async function lockTask(tx: Database, id: number) {
  const task = await lockAnyTask(tx, id)
  if (task.deletedAt) throw new Gone('task_deleted', { deletedAt: task.deletedAt })
  return task
}

/** A task and the project that it is in. */
export interface TaskKey {
  id: number
  projectId: number
}

export type LockedTask = Awaited<ReturnType<typeof lockAnyTask>>

/** Without waiting: a transaction that has locked a task may be about to restore it. */
export function lockTrash(tx: Database, deletedBefore: string, limit: number) {
  return tx
    .selectFrom('tasks')
    .where('deletedAt', '<', deletedBefore)
    .where(isNotHeld('tasks.project_id'))
    .select(['id', 'projectId', 'boardId', 'title', 'number'])
    .orderBy('deletedAt')
    .limit(sql.lit(limit))
    .forUpdate()
    .skipLocked()
    .execute()
}

export function countTasksInColumn(db: Database, columnId: number) {
  return countRows(
    db
      .selectFrom('tasks')
      .where('columnId', '=', columnId)
      .where('position', 'is not', null)
      .where('archivedAt', 'is', null),
  )
}

/**
 * Takes the number of a new task before its transaction, so that others that need a number do not wait for its locks; a
 * number whose task is then refused is never used.
 */
export async function prepareTask(db: Database, projectId: number) {
  // Another connection would wait for the project if this request has locked it.
  if (isOuterTransactionUsed()) return numberTask(db, projectId)
  const [found] = await outsideOuterTransaction(() => numberedWithoutFlush(db, projectId))
  return found as TaskNumber
}

/** Takes the number in the transaction of the task. */
export async function numberTask(tx: Database, projectId: number) {
  const [found] = await takeTaskNumbers(tx, projectId, 1)
  return found as TaskNumber
}

export interface TaskNumber {
  number: number
  id: number
  defaultPriorityId: number
}

/** Takes numbers and ids for several new tasks of a project, which is locked until the transaction ends. */
export const takeTaskNumbers = prepared((_tx: Database, projectId: number, count: number) =>
  takeNumbers(projectId, count, sql`true`),
)
const numberedWithoutFlush = prepared((_db: Database, projectId: number) =>
  takeNumbers(projectId, 1, WITHOUT_FLUSH),
)

/**
 * The update takes the lock itself. If another part of the same statement locked the project first, two of these would
 * deadlock as soon as a third transaction refers to the project: the update reads the row version from before the lock.
 */
function takeNumbers(projectId: number, count: number, condition: RawBuilder<unknown>) {
  return sql<TaskNumber>`
    with taken as (
      update projects set last_task_number = last_task_number + ${count}::bigint
      where id = ${projectId} and ${condition} returning last_task_number as last
    )
    select number, nextval('tasks_id_seq') as id,
      (select id from task_priorities where is_default) as default_priority_id
    from taken cross join generate_series(last - ${count}::bigint + 1, last) as number`
}

/** Without a position it goes to the end of its column. */
export type NewTaskRow = Pick<Insertable<Tasks>, (typeof newTaskColumns)[number]> & {
  id: number
  position?: number
}

const APPENDED_AT_ONCE = 1024

/**
 * The next multiple of the gap, whatever was added to the last one, and a part of the gap for the number of the task: tasks
 * that are appended at the same time get different positions, also if one of them sees others that another does not.
 */
const endOfColumn = sql`(select coalesce((max(position) / ${sql.lit(GAP)} + 1) * ${sql.lit(GAP)}, 0) from tasks
    where project_id = given.project_id and column_id = given.column_id)
  + (given.number % ${sql.lit(APPENDED_AT_ONCE)}) * ${sql.lit(GAP / APPENDED_AT_ONCE / 4)}`

const insertedTasks = prepared((_tx: Database, rows: string) => {
  const replaced: Record<string, RawBuilder<unknown>> = {
    position: sql`coalesce(given.position, ${endOfColumn})`,
    otherAssigneeIds: sql`coalesce(given.other_assignee_ids, '{}')`,
    fieldValues: sql`coalesce(given.field_values, '{}')`,
  }
  const values = newTaskColumns.map(name => replaced[name] ?? sql.ref(`given.${name}`))
  return sql<Task>`
    insert into tasks (${sql.join(newTaskColumns.map(name => sql.ref(name)))}) select ${sql.join(values)}
    from jsonb_populate_recordset(null::tasks, ${rows}::jsonb) as given
    returning ${sqlFields(initial)}`
})

/** In their order. */
export async function insertTasks(tx: Database, tasks: NewTaskRow[]) {
  if (tasks.length === 0) return []
  const rows = tasks.map(task =>
    Object.fromEntries(newTaskColumns.map(name => [columnName(name), task[name as keyof NewTaskRow]])),
  )
  const inserted = await insertedTasks(tx, JSON.stringify(rows))
  const byId = new Map(inserted.map(task => [task.id, task]))
  return tasks.map(({ id }) => byId.get(id) as Task)
}

export function updateTask(tx: Database, id: number, changes: Updateable<Tasks>): Promise<Task> {
  return tx
    .updateTable('tasks')
    .set(changes)
    .where('id', '=', id)
    .returning([...taskColumns, ...computedFields])
    .executeTakeFirstOrThrow()
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
