import { sql } from 'kysely'

/** A timer that runs longer was forgotten: it counts until then, and is flagged. */
export const LONGEST_TIMER_SECONDS = 12 * 3600
export const LONGEST_TIMER = sql.raw(`interval '${LONGEST_TIMER_SECONDS} seconds'`)

export function isForgotten(now: string) {
  return sql<boolean>`(time_intervals.ended_at is null
    and time_intervals.started_at <= ${now}::timestamptz - ${LONGEST_TIMER})`
}

/** Where an interval ends in a sum that is made at `now`: one that runs ends there. */
export function endAt(now: string) {
  return sql<string>`coalesce(time_intervals.ended_at, greatest(time_intervals.started_at,
    least(${now}::timestamptz, time_intervals.started_at + ${LONGEST_TIMER})))`
}
