import { among } from '@atrium/database/conditions'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, TaskRecurrences } from '#database.ts'
import type { TaskKey } from '../task.queries.ts'
import { type Recurrence, type RecurrenceMode, SHOWN_DATES } from './recurrence.contract.ts'
import { parseRule, printRule, type Rule } from './rule.contract.ts'
import { nextDates, type Progress } from './series.ts'

const columns = [
  'taskRecurrences.id',
  'taskRecurrences.taskId',
  'taskRecurrences.mode',
  'taskRecurrences.rule',
  'taskRecurrences.startDate',
  'taskRecurrences.fromDate',
  'taskRecurrences.remaining',
  'taskRecurrences.timeZone',
  'taskRecurrences.leadDays',
  'taskRecurrences.columnId',
  'taskRecurrences.nextDate',
  'taskRecurrences.createdBy',
  'taskRecurrences.createdAt',
  'taskRecurrences.updatedAt',
] as const

function selectSeries(db: Database) {
  return db
    .selectFrom('taskRecurrences')
    .select([...columns, sql<string[]>`task_recurrences.skipped_dates::text[]`.as('skippedDates')])
}

/** With the rule in parts, without its count. */
export interface Series extends Progress {
  id: number
  taskId: number
  mode: RecurrenceMode
  rule: Rule
  timeZone: string
  leadDays: number
  columnId: number | null
  nextDate: string | null
  createdBy: number | null
  createdAt: string
  updatedAt: string
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectSeries>['executeTakeFirst']>>>

function seriesOf(row: Row): Series {
  return { ...row, mode: row.mode as RecurrenceMode, rule: parseRule(row.rule) as Rule }
}

/** The series of a task. Its occurrences are in one project: a task that leaves it leaves the others behind. */
export async function findSeriesOf(db: Database, taskId: number) {
  const row = await selectSeries(db)
    .innerJoin('tasks', 'tasks.recurrenceId', 'taskRecurrences.id')
    .where('tasks.id', '=', taskId)
    .executeTakeFirst()
  return row && seriesOf(row)
}

/** Lists the series whose latest occurrence is one of these tasks. */
export async function listSeriesOf(db: Database, taskIds: number[]) {
  const rows = await selectSeries(db).where(among('taskRecurrences.taskId', taskIds)).execute()
  return rows.map(seriesOf)
}

export function getOccurrence(db: Database, taskId: number) {
  return db
    .selectFrom('tasks')
    .where('id', '=', taskId)
    .select(['startDate', 'dueDate', 'occurrenceDate'])
    .executeTakeFirstOrThrow()
}

/** To the day that the latest occurrence has now, unless that would not be after the others. Returns its day. */
export async function moveOccurrence(tx: Database, taskId: number, date: string) {
  const { rows } = await sql<{ occurrenceDate: string }>`
    update tasks set occurrence_date = case when exists (
      select from tasks as earlier where earlier.recurrence_id = tasks.recurrence_id and earlier.id <> tasks.id
        and earlier.occurrence_date >= ${date}::date) then occurrence_date else ${date}::date end
    where id = ${taskId} returning occurrence_date`.execute(tx)
  return rows[0]?.occurrenceDate ?? date
}

/** After the task, as the trigger does that notices its completion. */
export async function lockSeries(tx: Database, id: number) {
  const row = await selectSeries(tx).where('taskRecurrences.id', '=', id).forUpdate().executeTakeFirst()
  return row && seriesOf(row)
}

export async function insertSeries(tx: Database, series: Insertable<TaskRecurrences>) {
  const { id } = await tx
    .insertInto('taskRecurrences')
    .values(series)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateSeries(tx: Database, id: number, changes: Updateable<TaskRecurrences>) {
  await tx.updateTable('taskRecurrences').set(changes).where('id', '=', id).execute()
}

/** Schedules a series that repeats after completion: the latest occurrence may be completed already. */
export async function scheduleAfterCompletion(tx: Database, id: number) {
  await sql`update task_recurrences as series
    set next_date = day_after_completion(series, tasks.completed_at, tasks.occurrence_date)
    from tasks where tasks.id = series.task_id and series.id = ${id}`.execute(tx)
}

export async function deleteSeries(tx: Database, id: number) {
  await tx.deleteFrom('taskRecurrences').where('id', '=', id).execute()
}

/** A task that moves to another project takes the series along if it is the latest occurrence, and leaves it otherwise. */
export async function separateSeries(tx: Database, taskId: number) {
  await sql`update task_recurrences set column_id = null where task_id = ${taskId}`.execute(tx)
  await sql`update tasks set recurrence_id = null
    from task_recurrences as series join tasks as moved on moved.recurrence_id = series.id
    where moved.id = ${taskId} and tasks.recurrence_id = series.id
      and (series.task_id = moved.id) = (tasks.id <> moved.id)`.execute(tx)
}

export async function findToday(db: Database, now: Date, timeZone: string) {
  const { rows } = await sql<{ today: string }>`
    select (${now.toISOString()}::timestamptz at time zone ${timeZone})::date as today`.execute(db)
  return rows[0]?.today as string
}

export async function isDue(tx: Database, id: number, now: Date) {
  const due = await tx
    .selectFrom('taskRecurrences')
    .where('id', '=', id)
    .where('nextAt', '<=', now.toISOString())
    .select('id')
    .executeTakeFirst()
  return due !== undefined
}

/** Where the last batch ended. */
export interface DueCursor {
  nextAt: string
  id: number
}

/** A series has at most one occurrence ahead of its day. It rests while its latest occurrence is in the trash or its project is archived. */
export function listDueSeries(db: Database, now: Date, last: DueCursor, limit: number) {
  return db
    .selectFrom('taskRecurrences as series')
    .innerJoin('tasks', 'tasks.id', 'series.taskId')
    .innerJoin('projects', 'projects.id', 'tasks.projectId')
    .where('series.nextAt', '<=', now.toISOString())
    .where(sql<boolean>`(series.next_at, series.id) > (${last.nextAt}::timestamptz, ${last.id}::bigint)`)
    .where('tasks.deletedAt', 'is', null)
    .where('projects.archivedAt', 'is', null)
    .where(
      sql<boolean>`(series.mode = 'completion'
        or tasks.occurrence_date <= (${now.toISOString()}::timestamptz at time zone series.time_zone)::date)`,
    )
    .select(['series.id', sql<string>`series.next_at::text`.as('nextAt')])
    .orderBy('series.nextAt')
    .orderBy('series.id')
    .limit(sql.lit(limit))
    .execute()
}

/** Where the latest occurrence is, and the column of the series if that is on the same board. */
export function findOrigin(db: Database, id: number) {
  return db
    .selectFrom('taskRecurrences as series')
    .innerJoin('tasks', 'tasks.id', 'series.taskId')
    .leftJoin('boardColumns as own', join =>
      join
        .onRef('own.id', '=', 'series.columnId')
        .onRef('own.boardId', '=', 'tasks.boardId')
        .on('own.deletedAt', 'is', null),
    )
    .where('series.id', '=', id)
    .select(['tasks.id as taskId', 'tasks.projectId', 'tasks.boardId', 'own.id as columnId'])
    .executeTakeFirst()
}

export async function copyWatchers(tx: Database, from: TaskKey, { id, projectId }: TaskKey) {
  await sql`insert into task_watchers (task_id, project_id, user_id, is_watching)
    select ${id}, ${projectId}, user_id, is_watching from task_watchers
    where project_id = ${from.projectId} and task_id = ${from.id}`.execute(tx)
}

/** Turns a series into what the API shows. */
export function recurrenceOf(series: Series): Recurrence {
  const { startDate: _, fromDate: __, remaining, rule, ...shown } = series
  const count = remaining === null ? {} : { count: remaining + 1 }
  const isByCalendar = series.mode === 'calendar'
  const known = series.nextDate === null ? [] : [series.nextDate]
  return {
    ...shown,
    rule: printRule({ ...rule, ...count }),
    nextDates: isByCalendar ? nextDates(rule, series, SHOWN_DATES) : known,
  }
}
