import { endOf, orderOf, pageOf, startOf } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database, TimeIntervals } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { RecordAccess } from '#projects/record-access.queries.ts'
import { selectTaskAccess } from '#tasks/task.queries.ts'
import { MAX_TIMER_SECONDS } from './interval-times.ts'
import type { TimeInterval, TimeIntervalFilters } from './time-interval.contract.ts'
import { findVisibleTime, readableTitle } from './visible-time.queries.ts'

export const MAX_TIMER = sql.raw(`interval '${MAX_TIMER_SECONDS} seconds'`)

/** Serializes starts, stops and corrections of a user's time. Locked before any task. */
export async function lockTimer(tx: Database, userId: number) {
  await sql`select pg_advisory_xact_lock(hashtext('timer'), ${userId % 2 ** 31}::int)`.execute(tx)
}

const taskLock = (taskId: number) => sql`hashtext('time of task'), ${taskId % 2 ** 31}::int`

/** Until the transaction ends, for those who record time on the task. They don't wait for each other. */
export async function keepTaskInProject(tx: Database, taskId: number) {
  await sql`select pg_advisory_xact_lock_shared(${taskLock(taskId)})`.execute(tx)
}

/** Waits for those who record time on the task, and makes new ones wait. */
export async function lockTimeOfTask(tx: Database, taskId: number) {
  await sql`select pg_advisory_xact_lock(${taskLock(taskId)})`.execute(tx)
}

export async function findIntervalAccess(db: Database, userId: number, id: number) {
  const access = await selectTaskAccess(db, userId)
    .innerJoin('timeIntervals', 'timeIntervals.taskId', 'tasks.id')
    .where('timeIntervals.id', '=', id)
    .executeTakeFirst()
  return access as RecordAccess | undefined
}

export const intervalRecord = { find: findIntervalAccess, notFound: 'time_interval_not_found' } as const

/** By when they started: an interval is in the list of one day only, however long it is. */
export async function listIntervals(db: Database, actor: Actor, filters: TimeIntervalFilters, now: string) {
  const { taskId, projectId, from, to, running } = filters
  const { userId, projectIds } = await findVisibleTime(db, actor, filters)
  const isRunning = sql<boolean>`(time_intervals.ended_at is null and not ${isForgotten(now)})`
  const { field, direction } = orderOf(filters.orderBy)
  const intervals = selectIntervals(db, now, readableTitle(actor))
    .$if(userId !== undefined, rows => rows.where('timeIntervals.userId', '=', userId as number))
    .$if(projectIds !== undefined, rows => rows.where(among('tasks.projectId', projectIds as number[])))
    .$if(projectId !== undefined, rows => rows.where('tasks.projectId', '=', projectId as number))
    .$if(taskId !== undefined, rows => rows.where('timeIntervals.taskId', '=', taskId as number))
    .$if(from !== undefined, rows => rows.where('timeIntervals.startedAt', '>=', startOf(from as string)))
    .$if(to !== undefined, rows => rows.where('timeIntervals.startedAt', '<=', endOf(to as string)))
    .$if(running === true, rows => rows.where(isRunning))
    .$if(running === false, rows => rows.where(({ not }) => not(isRunning)))
    .orderBy(`timeIntervals.${field}`, by =>
      field === 'duration' ? by[direction]().nullsLast() : by[direction](),
    )
    .orderBy('timeIntervals.id', direction)
  return listPage(intervals, pageOf(filters))
}

/** Not stopped by its user. One that ran for too long already has an end here, and is capped. */
export function findUnstoppedTimer(db: Database, userId: number, now: string) {
  return selectIntervals(db, now)
    .where('timeIntervals.userId', '=', userId)
    .where('timeIntervals.endedAt', 'is', null)
    .executeTakeFirst()
}

export async function findRunningTimer(db: Database, userId: number, now: string) {
  const unstopped = await findUnstoppedTimer(db, userId, now)
  return unstopped && !unstopped.isCapped ? unstopped : null
}

export async function getInterval(db: Database, id: number, now: string): Promise<TimeInterval> {
  const interval = await selectIntervals(db, now).where('timeIntervals.id', '=', id).executeTakeFirst()
  if (!interval) throw new NotFound('time_interval_not_found')
  return interval
}

/** Selects intervals at the moment `now`: a forgotten timer counts as capped, also before the job has stopped it. */
function selectIntervals(db: Database, now: string, title = sql<string>`tasks.title`) {
  const forgotten = isForgotten(now)
  return db
    .selectFrom('timeIntervals')
    .innerJoin('tasks', 'tasks.id', 'timeIntervals.taskId')
    .select([
      'timeIntervals.id',
      'timeIntervals.taskId',
      'timeIntervals.userId',
      'timeIntervals.startedAt',
      sql<string | null>`case when ${forgotten} then time_intervals.started_at + ${MAX_TIMER}
        else time_intervals.ended_at end`.as('endedAt'),
      sql<number | null>`case when ${forgotten} then ${sql.lit(MAX_TIMER_SECONDS)}
        else time_intervals.duration end`.as('duration'),
      sql<'timer' | 'manual'>`time_intervals.source`.as('source'),
      'timeIntervals.note',
      sql<boolean>`time_intervals.is_capped or ${forgotten}`.as('isCapped'),
      sql<TimeInterval['task']>`json_build_object('id', tasks.id, 'title', ${title},
        'number', tasks.number, 'projectId', tasks.project_id)`.as('task'),
    ])
}

/** The users with a timer on the task, in the order in which their timers are locked. */
export async function listRunningUsers(db: Database, taskId: number) {
  const found = await db
    .selectFrom('timeIntervals')
    .where('taskId', '=', taskId)
    .where('endedAt', 'is', null)
    .select('userId')
    .orderBy('userId')
    .execute()
  return found.map(({ userId }) => userId)
}

/** The users with timers that have been running for too long. */
export async function listForgottenUsers(db: Database, now: string, limit: number) {
  const found = await db
    .selectFrom('timeIntervals')
    .where(isForgotten(now))
    .select('userId')
    .orderBy('startedAt')
    .limit(sql.lit(limit))
    .execute()
  return found.map(({ userId }) => userId)
}

function isForgotten(now: string) {
  return sql<boolean>`(time_intervals.ended_at is null
    and time_intervals.started_at <= ${now}::timestamptz - ${MAX_TIMER})`
}

export async function insertInterval(tx: Database, interval: Insertable<TimeIntervals>) {
  const { id } = await tx
    .insertInto('timeIntervals')
    .values(interval)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateInterval(tx: Database, id: number, changes: Updateable<TimeIntervals>) {
  await tx.updateTable('timeIntervals').set(changes).where('id', '=', id).execute()
}

export async function deleteInterval(tx: Database, id: number) {
  await tx.deleteFrom('timeIntervals').where('id', '=', id).execute()
}
