import { ValidationFailed } from '@atrium/core/errors'
import { LONGEST_TIMER_SECONDS } from './longest-timer.ts'

const SECOND = 1000
const LONGEST_MANUAL = 24 * 3600 * SECOND

interface GivenTimes {
  startedAt: string
  endedAt?: string | undefined
  duration?: number | undefined
}

/** The database keeps whole seconds and would round up, into the future. */
export function wholeSecond(instant: Date) {
  return new Date(Math.floor(instant.getTime() / SECOND) * SECOND).toISOString()
}

/** Start and end of an interval that is over, from any two or all three of start, end and duration. */
export function timesOf({ startedAt, endedAt, duration }: GivenTimes, now: Date) {
  if (endedAt === undefined && duration === undefined) {
    throw new ValidationFailed({ endedAt: ['is required, or duration instead'] })
  }
  const start = instantOf('startedAt', startedAt)
  const end = endedAt === undefined ? start + (duration ?? 0) * SECOND : instantOf('endedAt', endedAt)
  const endField = endedAt === undefined ? 'duration' : 'endedAt'
  if (start > now.getTime()) throw new ValidationFailed({ startedAt: ['must not be in the future'] })
  if (end > now.getTime()) throw new ValidationFailed({ [endField]: ['must not end in the future'] })
  const times = { startedAt: wholeSecond(new Date(start)), endedAt: wholeSecond(new Date(end)) }
  if (times.endedAt <= times.startedAt) throw new ValidationFailed({ endedAt: ['must be after startedAt'] })
  if (end - start > LONGEST_MANUAL) {
    throw new ValidationFailed({ [endField]: ['must be at most 24 hours after startedAt'] })
  }
  // Start and end may carry fractions, of which the duration knows nothing.
  if (duration !== undefined && Math.abs(end - start - duration * SECOND) >= SECOND) {
    throw new ValidationFailed({ duration: ['must be the seconds from startedAt to endedAt'] })
  }
  return times
}

/** A timer that runs may have been started earlier or later, but not so that it were over already. */
export function startOfRunning(startedAt: string, now: Date) {
  const start = instantOf('startedAt', startedAt)
  if (start > now.getTime()) throw new ValidationFailed({ startedAt: ['must not be in the future'] })
  if (start <= now.getTime() - LONGEST_TIMER_SECONDS * SECOND) {
    throw new ValidationFailed({ startedAt: ['must be less than 12 hours ago while the timer runs'] })
  }
  return wholeSecond(new Date(start))
}

/** The format of an instant knows leap seconds; no clock of ours does. */
function instantOf(field: string, instant: string) {
  const time = new Date(instant).getTime()
  if (Number.isNaN(time)) throw new ValidationFailed({ [field]: ['is no instant'] })
  return time
}
