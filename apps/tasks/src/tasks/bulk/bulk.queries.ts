import { among } from '@atrium/database/conditions'
import { prepared } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { FieldValues } from '#fields/field.contract.ts'
import type { RecordAccess } from '#projects/record-access.queries.ts'
import { type LockedTask, selectTaskAccess } from '../task.queries.ts'
import type { FamilyMember } from './family.ts'
import type { ColumnState, TakenPosition } from './places.ts'

export type TaskAccess = RecordAccess & { id: number; boardId: number }

export async function listTaskAccess(db: Database, userId: number, ids: number[]) {
  const records = await selectTaskAccess(db, userId)
    .where(among('tasks.id', ids))
    .select(['tasks.id', 'tasks.boardId'])
    .execute()
  return new Map(records.map(record => [record.id, record as TaskAccess]))
}

/** In the order of their ids, so that two bulk changes never wait for each other. */
export async function lockTasks(tx: Database, ids: number[]) {
  const tasks = await tx
    .selectFrom('tasks')
    .where(among('id', ids))
    .selectAll()
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return tasks.map(
    (task): LockedTask => ({
      ...task,
      fieldVersions: task.fieldVersions as Record<string, number>,
      fieldValues: task.fieldValues as FieldValues,
    }),
  )
}

export async function lockStickers(tx: Database, ids: number[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('stickers')
    .where(among('id', ids))
    .select(['id', 'projectId', 'name'])
    .orderBy('id')
    .forKeyShare()
    .execute()
}

export async function lockPriorityIds(tx: Database, ids: number[]) {
  if (ids.length === 0) return []
  const priorities = await tx
    .selectFrom('taskPriorities')
    .where(among('id', ids))
    .select('id')
    .orderBy('id')
    .forKeyShare()
    .execute()
  return priorities.map(({ id }) => id)
}

export async function listStickersOf(tx: Database, taskIds: number[], stickerIds: number[]) {
  if (stickerIds.length === 0) return []
  return tx
    .selectFrom('taskStickers')
    .where(among('taskId', taskIds))
    .select(['taskId', 'stickerId', 'attachedAt'])
    .execute()
}

/** The columns are locked. */
export async function listColumnStates(tx: Database, columns: { id: number; wipLimit: number | null }[]) {
  if (columns.length === 0) return []
  const { rows } = await sql<ColumnState>`
    select entered.id as column_id, (select max(position) from tasks where column_id = entered.id) as end,
      case when is_limited then (
        select count(*) from tasks where column_id = entered.id and position is not null and archived_at is null
      ) else 0 end as task_count
    from unnest(${columns.map(({ id }) => id)}::bigint[],
      ${columns.map(({ wipLimit }) => wipLimit !== null)}::boolean[]) as entered (id, is_limited)`.execute(tx)
  return rows
}

export async function listTakenPositions(tx: Database, wanted: TakenPosition[]) {
  if (wanted.length === 0) return []
  const { rows } = await sql<TakenPosition>`
    select tasks.column_id, tasks.position
    from unnest(${wanted.map(({ columnId }) => columnId)}::bigint[],
      ${wanted.map(({ position }) => position)}::bigint[]) as wanted (column_id, position)
    join tasks on tasks.column_id = wanted.column_id and tasks.position = wanted.position`.execute(tx)
  return rows
}

/** These parents with everything above them, and these tasks with everything below them. */
export async function listFamily(tx: Database, taskIds: number[], parentIds: number[]) {
  if (taskIds.length === 0) return []
  const { rows } = await sql<FamilyMember>`
    with recursive above as (
      select id, parent_id from tasks where id = any(${parentIds}::bigint[])
      union select tasks.id, tasks.parent_id from above join tasks on tasks.id = above.parent_id
    ), below as (
      select id from unnest(${taskIds}::bigint[]) as given (id)
      union select tasks.id from below join tasks on tasks.parent_id = below.id
    ), former as (
      select parent_id as id from tasks where id = any(${taskIds}::bigint[]) and parent_id is not null
    )
    select id, project_id, parent_id, number, deleted_at from tasks
    where id in (select id from above union select id from below union select id from former)`.execute(tx)
  return rows
}

interface Target {
  id: number
  boardId: number
  columnId: number | null
}

/** Where completed or open tasks belong on the board of each task: their own column, or the first that fits. */
export async function listColumnsFor(tx: Database, taskIds: number[], isDone: boolean) {
  const { rows } = await sql<Target>`
    select tasks.id, tasks.board_id, case when own.is_done = ${isDone}::boolean then own.id else (
      select fitting.id from board_columns as fitting
      where fitting.board_id = tasks.board_id and fitting.deleted_at is null and fitting.is_done = ${isDone}::boolean
      order by fitting.position limit 1
    ) end as column_id
    from tasks join board_columns as own on own.id = tasks.column_id
    where tasks.id = any(${taskIds}::bigint[])`.execute(tx)
  return rows
}

/** Where each of these deleted tasks is restored to: its own column, or the first one of its board. */
export async function listRestoreColumns(tx: Database, taskIds: number[]) {
  const { rows } = await sql<Target>`
    select tasks.id, tasks.board_id, (
      select board_columns.id from board_columns join boards on boards.id = board_columns.board_id
      where boards.id = tasks.board_id and boards.deleted_at is null and board_columns.deleted_at is null
      order by board_columns.id <> tasks.column_id, board_columns.position limit 1
    ) as column_id
    from tasks where tasks.id = any(${taskIds}::bigint[])`.execute(tx)
  return rows
}

/** The tasks of these attachments. */
export async function listCovers(tx: Database, ids: number[]) {
  if (ids.length === 0) return []
  return tx.selectFrom('attachments').where(among('id', ids)).select(['id', 'taskId']).execute()
}

/** The columns of a task that a bulk change can write, with their types. */
const writtenColumns = {
  priorityId: 'bigint',
  assigneeId: 'bigint',
  otherAssigneeIds: 'bigint[]',
  startDate: 'date',
  dueDate: 'date',
  estimateSeconds: 'integer',
  fieldValues: 'jsonb',
  parentId: 'bigint',
  cycleId: 'bigint',
  coverId: 'bigint',
  columnId: 'bigint',
  boardId: 'bigint',
  position: 'bigint',
  completedAt: 'timestamptz',
  archivedAt: 'timestamptz',
  deletedAt: 'timestamptz',
  deletedBy: 'bigint',
  version: 'integer',
  fieldVersions: 'jsonb',
  updatedAt: 'timestamptz',
} as const

/** Only undoing writes texts, after which they have to be made searchable again. */
const textColumns = { title: 'text', description: 'text' } as const

const updatedTasks = prepared((_tx: Database, tasks: string) => writeTasks(tasks, writtenColumns))
const updatedWithTexts = prepared((_tx: Database, tasks: string) =>
  writeTasks(tasks, { ...writtenColumns, ...textColumns }),
)

function writeTasks(tasks: string, written: Record<string, string>) {
  const columns = Object.entries(written)
  const values = sql.join(columns.map(([name]) => sql`${sql.ref(name)} = ${sql.raw(`changed."${name}"`)}`))
  const types = sql.raw(columns.map(([name, type]) => `"${name}" ${type}`).join(', '))
  return sql`update tasks set ${values} from jsonb_to_recordset(${tasks}::jsonb) as changed (id bigint, ${types})
    where tasks.id = changed.id`
}

export async function updateTasks(tx: Database, tasks: LockedTask[], { withTexts = false } = {}) {
  if (tasks.length === 0) return
  const columns = { ...writtenColumns, ...(withTexts && textColumns) }
  const names = ['id', ...Object.keys(columns)] as (keyof LockedTask)[]
  const rows = tasks.map(task => Object.fromEntries(names.map(name => [name, task[name]])))
  await (withTexts ? updatedWithTexts : updatedTasks)(tx, JSON.stringify(rows))
}

interface TaskSticker {
  taskId: number
  projectId: number
  stickerId: number
}

export async function insertTaskStickers(
  tx: Database,
  stickers: TaskSticker[],
  { attachedBy, attachedAt }: { attachedBy: number; attachedAt: string },
) {
  if (stickers.length === 0) return
  await sql`insert into task_stickers (task_id, project_id, sticker_id, attached_by, attached_at)
    select task_id, project_id, sticker_id, ${attachedBy}::bigint, ${attachedAt}::timestamptz
    from unnest(${stickers.map(one => one.taskId)}::bigint[], ${stickers.map(one => one.projectId)}::bigint[],
      ${stickers.map(one => one.stickerId)}::bigint[]) as attached (task_id, project_id, sticker_id)
    on conflict do nothing`.execute(tx)
}

export async function deleteTaskStickers(tx: Database, stickers: TaskSticker[]) {
  if (stickers.length === 0) return
  await sql`delete from task_stickers using unnest(${stickers.map(one => one.taskId)}::bigint[],
      ${stickers.map(one => one.stickerId)}::bigint[]) as detached (task_id, sticker_id)
    where task_stickers.task_id = detached.task_id and task_stickers.sticker_id = detached.sticker_id`.execute(
    tx,
  )
}
