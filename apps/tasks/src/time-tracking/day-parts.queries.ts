import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { endAt, LONGEST_TIMER } from './longest-timer.ts'

interface Part {
  date: string
  dayStart: string
  startedAt: string
  endedAt: string
  isRunning: boolean
}

/**
 * Each interval in as many parts as it touches days of the zone; one that runs counts until now. A day is what lies
 * between its midnight and the next one, however many hours that is, so every second is in exactly one.
 */
export function selectDayParts(db: Database, timeZone: string, now: string) {
  const end = endAt(now)
  const parts = sql<Part>`(
    select day::date as date, day_start, greatest(time_intervals.started_at, day_start) as started_at,
      least(${end}, next_day) as ended_at, time_intervals.ended_at is null and ${end} <= next_day
        and ${end} < time_intervals.started_at + ${LONGEST_TIMER} as is_running
    from generate_series(
      date_trunc('day', time_intervals.started_at at time zone ${timeZone}::text) - interval '1 day',
      date_trunc('day', ${end} at time zone ${timeZone}::text) + interval '1 day', interval '1 day') as day,
    lateral (select day at time zone ${timeZone}::text as day_start,
      (day + interval '1 day') at time zone ${timeZone}::text as next_day) as bounds
    where day_start <= ${end} and next_day > time_intervals.started_at
      and (day_start < ${end} or day_start = time_intervals.started_at))`
  return db
    .selectFrom('timeIntervals')
    .innerJoin('tasks', 'tasks.id', 'timeIntervals.taskId')
    .innerJoinLateral(parts.as('part'), join => join.onTrue())
}

/** No interval is longer than 24 hours: what touches these days began in them or the day before. */
export function beganAround(timeZone: string, from: string, to: string) {
  return sql<boolean>`time_intervals.started_at
    >= (${from}::date::timestamp at time zone ${timeZone}::text) - interval '24 hours'
    and time_intervals.started_at < ((${to}::date + 1)::timestamp at time zone ${timeZone}::text)`
}

export const secondsOfPart = sql<number>`extract(epoch from part.ended_at - part.started_at)::bigint`

/** How much of the statement's `parts` is counted twice, because somebody tracked two things at a time. */
export const overlapOfParts = sql<number>`(
  select coalesce(sum(extract(epoch from spent) - (
    select coalesce(sum(extract(epoch from upper(stretch) - lower(stretch))), 0) from unnest(covered) as stretch)), 0)::bigint
  from (select sum(ended_at - started_at) as spent, range_agg(tstzrange(started_at, ended_at)) as covered
    from parts group by user_id) as people)`
