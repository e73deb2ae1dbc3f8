import { EntityNotFound } from '@atrium/core/errors'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, TimeIntervals } from '#database.ts'
import type { Place } from '#projects/place.queries.ts'
import { selectTaskPlaces } from '#tasks/task.queries.ts'
import { isForgotten, LONGEST_TIMER, LONGEST_TIMER_SECONDS } from './longest-timer.ts'
import type { TimeInterval } from './time-interval.contract.ts'

/** One start, stop or correction of somebody's time after the other. Taken before any lock on a task. */
export async function holdTimer(tx: Database, userId: number) {
  await sql`select pg_advisory_xact_lock(hashtext('timer'), ${userId % 2 ** 31}::int)`.execute(tx)
}

export async function findIntervalPlace(db: Database, userId: number, id: number) {
  const place = await selectTaskPlaces(db, userId)
    .innerJoin('timeIntervals', 'timeIntervals.taskId', 'tasks.id')
    .where('timeIntervals.id', '=', id)
    .executeTakeFirst()
  return place as Place | undefined
}

/** Nobody has stopped it. If it was left running for too long it has an end all the same, and is capped. */
export function findUnstopped(db: Database, userId: number, now: string) {
  return selectIntervals(db, now)
    .where('timeIntervals.userId', '=', userId)
    .where('timeIntervals.endedAt', 'is', null)
    .executeTakeFirst()
}

export async function findRunning(db: Database, userId: number, now: string) {
  const unstopped = await findUnstopped(db, userId, now)
  return unstopped && !unstopped.isCapped ? unstopped : null
}

export async function getInterval(db: Database, id: number, now: string): Promise<TimeInterval> {
  const interval = await selectIntervals(db, now).where('timeIntervals.id', '=', id).executeTakeFirst()
  if (!interval) throw new EntityNotFound('Time interval')
  return interval
}

/** As it is at `now`: a timer that was forgotten counts as capped, also before the service gets to it. */
export function selectIntervals(db: Database, now: string, title = sql<string>`tasks.title`) {
  const forgotten = isForgotten(now)
  return db
    .selectFrom('timeIntervals')
    .innerJoin('tasks', 'tasks.id', 'timeIntervals.taskId')
    .select([
      'timeIntervals.id',
      'timeIntervals.taskId',
      'timeIntervals.userId',
      'timeIntervals.startedAt',
      sql<string | null>`case when ${forgotten} then time_intervals.started_at + ${LONGEST_TIMER}
        else time_intervals.ended_at end`.as('endedAt'),
      sql<number | null>`case when ${forgotten} then ${sql.lit(LONGEST_TIMER_SECONDS)}
        else time_intervals.duration end`.as('duration'),
      sql<'timer' | 'manual'>`time_intervals.source`.as('source'),
      'timeIntervals.note',
      sql<boolean>`time_intervals.is_capped or ${forgotten}`.as('isCapped'),
      sql<TimeInterval['task']>`json_build_object('id', tasks.id, 'title', ${title},
        'number', tasks.number, 'projectId', tasks.project_id)`.as('task'),
    ])
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

/** Whose timers were left running for too long. */
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
