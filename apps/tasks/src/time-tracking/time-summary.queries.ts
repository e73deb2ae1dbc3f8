import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { getTask } from '#tasks/task.queries.ts'
import { getTimeZone, overlapOfParts, secondsOfPart, selectDayParts } from './day-parts.queries.ts'
import { wholeSecond } from './interval-times.ts'
import type { TimeSummary, TimeSummaryQuery } from './time-summary.contract.ts'
import { findVisibleTime } from './visible-time.queries.ts'

/** Everyone who can read the task sees the totals; the users are those whose time the actor sees in `/time-interval`. */
export async function getTimeSummary(
  db: Database,
  actor: Actor,
  taskId: number,
  query: TimeSummaryQuery,
  now: Date,
): Promise<TimeSummary> {
  const at = wholeSecond(now)
  const { timeZone } = await getTimeZone(db, actor.id, query.timeZone, at)
  const { userId: onlyOf } = await findVisibleTime(db, actor, { taskId })
  const isVisible = ({ userId }: DayOfUser) => onlyOf === undefined || userId === onlyOf
  const [{ estimateSeconds }, days, byColumn] = await Promise.all([
    getTask(db, taskId),
    listDays(db, taskId, timeZone, at),
    listColumnStays(db, taskId, now.toISOString()),
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

interface ColumnStay {
  columnId: number
  title: string
  seconds: number
}

/** How long a task was in each column of its project according to its activity: from each arrival to the next, or to its deletion. */
async function listColumnStays(db: Database, taskId: number, now: string): Promise<ColumnStay[]> {
  const { rows } = await sql<ColumnStay>`
    with arrivals as (
      select project_id, created_at as since, case when after ->> 'deletedAt' is null then (after ->> 'columnId')::bigint end as column_id,
        lead(created_at, 1, ${now}::timestamptz) over (order by id) as until
      from activity
      where task_id = ${taskId} and type in ('task.created', 'task.moved', 'task.moved_in', 'task.deleted', 'task.restored')
    )
    select column_id, coalesce(board_columns.title, 'Deleted column') as title,
      floor(extract(epoch from sum(greatest(until - since, interval '0'))))::bigint as seconds
    from arrivals left join board_columns on board_columns.id = column_id
    where column_id is not null and project_id = (select project_id from tasks where id = ${taskId})
    group by column_id, board_columns.title
    order by min(since), column_id`.execute(db)
  return rows
}
