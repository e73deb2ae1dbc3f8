import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { addDays, clockOf, dayOf, instantOf } from '../../data/days.ts'

/** The values of the form: the start day and two times. An end before the start is on the next day. */
export interface IntervalTimes {
  day: string
  from: string
  /** Empty while the timer runs. */
  to: string
}

export function timesOfInterval({ startedAt, endedAt }: TimeInterval, timeZone: string): IntervalTimes {
  const to = endedAt ? clockOf(endedAt, timeZone) : ''
  return { day: dayOf(startedAt, timeZone), from: clockOf(startedAt, timeZone), to }
}

/** The last full hour; on other days, the first hour of the morning. */
export function suggestedTimes(day: string, timeZone: string, now = new Date()): IntervalTimes {
  if (day !== dayOf(now, timeZone)) return { day, from: '09:00', to: '10:00' }
  const hour = Number(clockOf(now, timeZone).slice(0, 2))
  if (hour === 0) return { day, from: '00:00', to: clockOf(now, timeZone) }
  const clock = (value: number) => `${String(value).padStart(2, '0')}:00`
  return { day, from: clock(hour - 1), to: clock(hour) }
}

export function instantsOf(times: IntervalTimes, timeZone: string) {
  return { startedAt: startOf(times, timeZone), endedAt: endOf(times, timeZone) }
}

/** Unchanged times keep their seconds. */
export function changedInstants(before: IntervalTimes, after: IntervalTimes, timeZone: string) {
  const startedAt = startOf(after, timeZone)
  const endedAt = after.to ? endOf(after, timeZone) : undefined
  return {
    ...(startedAt !== startOf(before, timeZone) && { startedAt }),
    ...(endedAt && endedAt !== endOf(before, timeZone) && { endedAt }),
  }
}

function startOf({ day, from }: IntervalTimes, timeZone: string) {
  return instantOf(day, from, timeZone).toISOString()
}

function endOf({ day, from, to }: IntervalTimes, timeZone: string) {
  return instantOf(to < from ? addDays(day, 1) : day, to, timeZone).toISOString()
}

/** How much of the interval is on the day, split at midnight of the time zone as on the server. */
export function secondsOnDay(interval: TimeInterval, day: string, timeZone: string, now = Date.now()) {
  const dayStart = instantOf(day, '00:00', timeZone).getTime()
  const dayEnd = instantOf(addDays(day, 1), '00:00', timeZone).getTime()
  const start = Math.max(Date.parse(interval.startedAt), dayStart)
  const end = Math.min(interval.endedAt ? Date.parse(interval.endedAt) : now, dayEnd)
  return Math.max(0, Math.round((end - start) / 1000))
}

/** True also for an interval that has just started and has no full second yet. */
export function touchesDay(interval: TimeInterval, day: string, timeZone: string) {
  const startsBefore =
    Date.parse(interval.startedAt) < instantOf(addDays(day, 1), '00:00', timeZone).getTime()
  const end = interval.endedAt ? Date.parse(interval.endedAt) : Date.now()
  const dayStart = instantOf(day, '00:00', timeZone).getTime()
  return startsBefore && (end > dayStart || Date.parse(interval.startedAt) >= dayStart)
}
