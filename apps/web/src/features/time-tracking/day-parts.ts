import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { addDays, instantOf } from '../../data/days.ts'

/** How much of the interval lies in the day, as the server counts it: cut at midnight of the zone. */
export function secondsOnDay(interval: TimeInterval, day: string, timeZone: string, now = Date.now()) {
  const dayStart = instantOf(day, '00:00', timeZone).getTime()
  const dayEnd = instantOf(addDays(day, 1), '00:00', timeZone).getTime()
  const start = Math.max(Date.parse(interval.startedAt), dayStart)
  const end = Math.min(interval.endedAt ? Date.parse(interval.endedAt) : now, dayEnd)
  return Math.max(0, Math.round((end - start) / 1000))
}

/** Also one that has just begun, and has no second yet. */
export function touchesDay(interval: TimeInterval, day: string, timeZone: string) {
  const startsBefore =
    Date.parse(interval.startedAt) < instantOf(addDays(day, 1), '00:00', timeZone).getTime()
  const end = interval.endedAt ? Date.parse(interval.endedAt) : Date.now()
  const dayStart = instantOf(day, '00:00', timeZone).getTime()
  return startsBefore && (end > dayStart || Date.parse(interval.startedAt) >= dayStart)
}
