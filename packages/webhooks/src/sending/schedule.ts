const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds from each failed attempt to the next one. */
const DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

const LONGEST_WAIT = 24 * HOUR

/**
 * When the next attempt is due after that many have failed; undefined after the last one. Up to a tenth is added, so that what
 * failed at the same time is not retried at the same time. A receiver can ask for a longer wait of up to a day.
 */
export function nextAttemptAt(failed: number, now: Date, retryAfterSeconds = 0): Date | undefined {
  const delay = DELAYS[failed - 1]
  if (delay === undefined) return undefined
  const seconds = Math.max(delay * (1 + Math.random() / 10), Math.min(retryAfterSeconds, LONGEST_WAIT))
  return new Date(now.getTime() + seconds * 1000)
}

/** From this many failures in a row on, the receiver counts as unreachable, and one message at a time is tried. */
export const FAILURES_UNTIL_PAUSE = 5
const LONGEST_PAUSE = MINUTE

/** Until when nothing is sent to a receiver that keeps failing: doubled each time, up to a minute. */
export function pauseUntil(failures: number, now: Date): Date | undefined {
  if (failures < FAILURES_UNTIL_PAUSE) return undefined
  const seconds = Math.min(LONGEST_PAUSE, 5 * 2 ** (failures - FAILURES_UNTIL_PAUSE))
  return new Date(now.getTime() + seconds * 1000)
}

/** The header `Retry-After` in seconds, given as a number or as a date. */
export function retryAfterOf(header: string | string[] | undefined, now: Date): number {
  const text = [header].flat()[0]
  if (!text) return 0
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}
