import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { addDays, clockOf, dayOf, instantOf } from '../../../data/days.ts'

/** As the form has it: the day on which it began and two times; an earlier second one is of the next day. */
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

/** The hour that has just passed, on other days the first of the morning. */
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

/** What was not touched keeps its seconds. */
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
