import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import { MAX_TIMER } from './time-interval.queries.ts'

const INVALID_PARAMETER_VALUE = '22023'

/** The given time zone, else that of the user's settings, else UTC; and which day it is there. */
export async function getTimeZone(db: Database, userId: number, given: string | undefined, now: string) {
  if (given !== undefined && !isTimeZone(given)) throw unknownTimeZone()
  try {
    const { rows } = await sql<{ timeZone: string; today: string }>`
      select time_zone, (${now}::timestamptz at time zone time_zone)::date as today
      from (select coalesce(${given ?? null}::text, (select time_zone from user_settings where user_id = ${userId}),
        'UTC') as time_zone) as zone`.execute(db)
    return rows[0] as { timeZone: string; today: string }
  } catch (error) {
    if ((error as { code?: string }).code === INVALID_PARAMETER_VALUE) throw unknownTimeZone()
    throw error
  }
}

/** Checked before PostgreSQL does, which accepts any word followed by a number as a time zone. */
function isTimeZone(name: string) {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function unknownTimeZone() {
  return new ValidationFailed({ timeZone: 'time_zone_expected' })
}

interface DayPart {
  date: string
  dayStart: string
  startedAt: string
  endedAt: string
  isRunning: boolean
}

/**
 * Splits each interval at midnight of the time zone; a running one counts until now. A day lasts from its midnight to
 * the next one, however many hours that is, so every second belongs to exactly one day.
 */
export function selectDayParts(db: Database, timeZone: string, now: string) {
  const end = sql<string>`coalesce(time_intervals.ended_at, greatest(time_intervals.started_at,
    least(${now}::timestamptz, time_intervals.started_at + ${MAX_TIMER})))`
  const parts = sql<DayPart>`(
    select day::date as date, day_start, greatest(time_intervals.started_at, day_start) as started_at,
      least(${end}, next_day) as ended_at, time_intervals.ended_at is null and ${end} <= next_day
        and ${end} < time_intervals.started_at + ${MAX_TIMER} as is_running
    from generate_series(
      date_trunc('day', time_intervals.started_at at time zone ${timeZone}::text) - interval '1 day',
      date_trunc('day', ${end} at time zone ${timeZone}::text) + interval '1 day', interval '1 day') as day,
    lateral (select ${midnight(sql`day`, timeZone)} as day_start,
      ${midnight(sql`(day + interval '1 day')`, timeZone)} as next_day) as bounds
    where day_start <= ${end} and next_day > time_intervals.started_at
      and (day_start < ${end} or day_start = time_intervals.started_at))`
  return db
    .selectFrom('timeIntervals')
    .innerJoin('tasks', 'tasks.id', 'timeIntervals.taskId')
    .innerJoinLateral(parts.as('part'), join => join.onTrue())
}

/** No interval is longer than 24 hours: what touches these days started on one of them or on the day before. */
export function startedAround(timeZone: string, from: string, to: string) {
  return sql<boolean>`time_intervals.started_at
    >= ${midnight(sql`${from}::date::timestamp`, timeZone)} - interval '24 hours'
    and time_intervals.started_at < ${midnight(sql`(${to}::date + 1)::timestamp`, timeZone)}`
}

/**
 * The instant at which a day begins. Where clocks go back at midnight, it is 00:00 twice and PostgreSQL takes the second
 * one, but the hour before is on the same day.
 */
function midnight(day: RawBuilder<unknown>, timeZone: string) {
  const last = sql`(${day} at time zone ${timeZone}::text)`
  const hourBefore = sql`(${last} - interval '1 hour')`
  return sql`(case when ${hourBefore} at time zone ${timeZone}::text >= ${day} then ${hourBefore} else ${last} end)`
}

export const secondsOfPart = sql<number>`extract(epoch from part.ended_at - part.started_at)::bigint`

/** How much of the statement's `parts` is counted twice because a user's intervals overlap. */
export const overlapOfParts = sql<number>`(
  select coalesce(sum(extract(epoch from spent) - (
    select coalesce(sum(extract(epoch from upper(stretch) - lower(stretch))), 0) from unnest(covered) as stretch)), 0)::bigint
  from (select sum(ended_at - started_at) as spent, range_agg(tstzrange(started_at, ended_at)) as covered
    from parts group by user_id) as people)`
