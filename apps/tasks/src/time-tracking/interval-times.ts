import { ValidationFailed } from '#errors.ts'

const SECOND_MS = 1000
const MAX_MANUAL_MS = 24 * 3600 * SECOND_MS

/** A timer that runs longer was forgotten: it counts up to this limit and is flagged. */
export const MAX_TIMER_SECONDS = 12 * 3600

interface GivenTimes {
  startedAt: string
  endedAt?: string | undefined
  duration?: number | undefined
}

/** The database keeps whole seconds and would round up, into the future. */
export function wholeSecond(instant: Date) {
  return new Date(Math.floor(instant.getTime() / SECOND_MS) * SECOND_MS).toISOString()
}

/** Start and end of a finished interval, from two or all three of start, end and duration. */
export function timesOf({ startedAt, endedAt, duration }: GivenTimes, now: Date) {
  if (endedAt === undefined && duration === undefined) {
    throw new ValidationFailed({ endedAt: 'end_or_duration_required' })
  }
  const start = instantOf('startedAt', startedAt)
  const end = endedAt === undefined ? start + (duration ?? 0) * SECOND_MS : instantOf('endedAt', endedAt)
  const endField = endedAt === undefined ? 'duration' : 'endedAt'
  if (start > now.getTime()) throw new ValidationFailed({ startedAt: 'in_the_future' })
  if (end > now.getTime()) throw new ValidationFailed({ [endField]: 'ends_in_the_future' })
  const times = { startedAt: wholeSecond(new Date(start)), endedAt: wholeSecond(new Date(end)) }
  if (times.endedAt <= times.startedAt) throw new ValidationFailed({ endedAt: 'end_before_start' })
  if (end - start > MAX_MANUAL_MS) throw new ValidationFailed({ [endField]: 'time_interval_too_long' })
  // Start and end may have fractions of a second, the duration has none.
  if (duration !== undefined && Math.abs(end - start - duration * SECOND_MS) >= SECOND_MS) {
    throw new ValidationFailed({ duration: 'duration_mismatch' })
  }
  return times
}

/** The start of a running timer can be corrected, but not so far back that it would already be over. */
export function startOfRunning(startedAt: string, now: Date) {
  const start = instantOf('startedAt', startedAt)
  if (start > now.getTime()) throw new ValidationFailed({ startedAt: 'in_the_future' })
  if (start <= now.getTime() - MAX_TIMER_SECONDS * SECOND_MS) {
    throw new ValidationFailed({ startedAt: 'timer_start_too_early' })
  }
  return wholeSecond(new Date(start))
}

/** The format of an instant allows leap seconds; JavaScript's dates do not. */
function instantOf(field: string, instant: string) {
  const time = new Date(instant).getTime()
  if (Number.isNaN(time)) throw new ValidationFailed({ [field]: 'no_such_instant' })
  return time
}
