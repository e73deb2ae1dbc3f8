import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { getTimeZone, overlapOfParts, selectDayParts, startedAround } from './day-parts.queries.ts'
import type { DailySummary, DailySummaryQuery } from './time-summary.contract.ts'
import { findVisibleTime, readableTitle } from './visible-time.queries.ts'

export async function getDailySummary(
  db: Database,
  actor: Actor,
  query: DailySummaryQuery,
  now: string,
): Promise<DailySummary> {
  const { timeZone, today } = await getTimeZone(db, actor.id, query.timeZone, now)
  const date = query.date ?? today
  const { userId = actor.id, projectIds } = await findVisibleTime(db, actor, { userId: query.userId })
  const rows = await listHours(db, actor, { userId, projectIds, date, timeZone, now })
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { hour, seconds } of rows) if (hour !== null) hours[hour] = (hours[hour] ?? 0) + seconds
  return {
    date,
    timeZone,
    totalSeconds: hours.reduce((total, seconds) => total + seconds, 0),
    overlapSeconds: rows[0]?.overlapSeconds ?? 0,
    tasks: tasksOf(rows),
    hours,
  }
}

function tasksOf(rows: HourOfTask[]): DailySummary['tasks'] {
  const tasks = Map.groupBy(rows, ({ taskId }) => taskId).values()
  return [...tasks]
    .map(([first, ...rest]) => {
      const { taskId, title, projectId, seconds, running } = first as HourOfTask
      const total = rest.reduce((sum, row) => sum + row.seconds, seconds)
      return { taskId, title, projectId, seconds: total, running: running || rest.some(row => row.running) }
    })
    .filter(({ seconds, running }) => seconds > 0 || running)
    .sort((one, other) => other.seconds - one.seconds || one.taskId - other.taskId)
}

interface Day {
  userId: number
  projectIds: number[] | undefined
  date: string
  timeZone: string
  now: string
}

interface HourOfTask {
  taskId: number
  title: string
  projectId: number
  running: boolean
  /** The hour of the local clock; null for a timer that has just started. */
  hour: number | null
  seconds: number
  overlapSeconds: number
}

/**
 * By quarters of an hour from midnight on: offsets of time zones are multiples of it, so each quarter lies in one hour of
 * the local clock, also on the days when the clocks change.
 */
async function listHours(db: Database, actor: Actor, { userId, projectIds, date, timeZone, now }: Day) {
  const quarters = sql<{ hour: number; seconds: number }>`(
    select extract(hour from quarter at time zone ${timeZone}::text)::integer as hour,
      extract(epoch from least(parts.ended_at, quarter + interval '15 minutes')
        - greatest(parts.started_at, quarter))::integer as seconds
    from generate_series(date_bin('15 minutes', parts.started_at, parts.day_start),
      parts.ended_at - interval '1 second', interval '15 minutes') as quarter)`
  return db
    .with('parts', () =>
      selectDayParts(db, timeZone, now)
        .where('timeIntervals.userId', '=', userId)
        .where(startedAround(timeZone, date, date))
        .where(sql<boolean>`part.date = ${date}::date`)
        .$if(projectIds !== undefined, rows => rows.where(among('tasks.projectId', projectIds as number[])))
        .select(['tasks.id as taskId', 'tasks.projectId', 'timeIntervals.userId'])
        .select(readableTitle(actor).as('title'))
        .select(['part.dayStart', 'part.startedAt', 'part.endedAt', 'part.isRunning']),
    )
    .selectFrom('parts')
    .leftJoinLateral(quarters.as('quarters'), join => join.onTrue())
    .groupBy(['parts.taskId', 'parts.title', 'parts.projectId', 'quarters.hour'])
    .select(['parts.taskId', 'parts.title', 'parts.projectId', 'quarters.hour'])
    .select([
      sql<number>`coalesce(sum(quarters.seconds), 0)::bigint`.as('seconds'),
      sql<boolean>`bool_or(parts.is_running)`.as('running'),
      overlapOfParts.as('overlapSeconds'),
    ])
    .execute()
}
