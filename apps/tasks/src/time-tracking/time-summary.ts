import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { getTask } from '#tasks/task.queries.ts'
import { listColumnStays } from './column-stays.queries.ts'
import { overlapOfParts, secondsOfPart, selectDayParts } from './day-parts.queries.ts'
import { wholeSecond } from './interval-times.ts'
import type { TimeSummary, TimeSummaryQuery } from './time-summary.contract.ts'
import { zoneFor } from './time-zone.ts'
import { visibleTime } from './visible-time.ts'

/** Totals for all who may read the task; who worked how long for those who may read it in `/time-interval`, too. */
export async function timeSummary(
  { db, now }: Deps,
  actor: Actor,
  taskId: number,
  query: TimeSummaryQuery,
): Promise<TimeSummary> {
  const instant = now()
  const at = wholeSecond(instant)
  const { timeZone } = await zoneFor(db, actor.id, query.timeZone, at)
  const { userId: onlyOf } = await visibleTime(db, actor, { taskId })
  const isVisible = ({ userId }: DayOfUser) => onlyOf === undefined || userId === onlyOf
  const [{ estimateSeconds }, days, byColumn] = await Promise.all([
    getTask(db, taskId),
    listDays(db, taskId, timeZone, at),
    listColumnStays(db, taskId, instant.toISOString()),
  ])
  return {
    taskId,
    totalSeconds: sum(days),
    overlapSeconds: days[0]?.overlapSeconds ?? 0,
    estimateSeconds,
    running: days.filter(day => day.isRunning && isVisible(day)).map(({ userId }) => userId),
    byUser: byUserOf(days.filter(isVisible)),
    byDay: byDayOf(
      days.filter(({ seconds }) => seconds > 0),
      isVisible,
    ),
    byColumn,
  }
}

type DayOfUser = Awaited<ReturnType<typeof listDays>>[number]

function byUserOf(days: DayOfUser[]) {
  const people = Map.groupBy(days, ({ userId }) => userId)
  return [...people]
    .map(([userId, days]) => ({ userId, name: days[0]?.name ?? '', seconds: sum(days) }))
    .sort((one, other) => other.seconds - one.seconds || one.userId - other.userId)
}

function byDayOf(days: DayOfUser[], isVisible: (day: DayOfUser) => boolean) {
  const dates = Map.groupBy(days, ({ date }) => date)
  return [...dates].map(([date, days]) => ({
    date,
    seconds: sum(days),
    users: days.filter(isVisible).map(({ userId, seconds }) => ({ userId, seconds })),
  }))
}

function sum(rows: { seconds: number }[]) {
  return rows.reduce((total, { seconds }) => total + seconds, 0)
}

function listDays(db: Database, taskId: number, timeZone: string, now: string) {
  return db
    .with('parts', () =>
      selectDayParts(db, timeZone, now)
        .where('timeIntervals.taskId', '=', taskId)
        .select(['timeIntervals.userId', 'part.date', 'part.startedAt', 'part.endedAt', 'part.isRunning'])
        .select(secondsOfPart.as('seconds')),
    )
    .selectFrom('parts')
    .innerJoin('users', 'users.id', 'parts.userId')
    .groupBy(['parts.userId', 'users.surname', 'users.name', 'parts.date'])
    .orderBy('parts.date')
    .orderBy('parts.userId')
    .select(['parts.userId', 'parts.date'])
    .select([
      sql<string>`users.name || ' ' || users.surname`.as('name'),
      sql<number>`sum(parts.seconds)::bigint`.as('seconds'),
      sql<boolean>`bool_or(parts.is_running)`.as('isRunning'),
      overlapOfParts.as('overlapSeconds'),
    ])
    .execute()
}
