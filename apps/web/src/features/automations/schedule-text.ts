export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

interface ScheduleText {
  days: Weekday[]
  time: string
  /** Instead of days and a time. */
  cron: string | undefined
}

const DAYS_AND_TIME = /^(?:([a-z,]+) )?(\d{1,2}:\d{2})$/i

/** Reads what a trigger says about its schedule, for the form and in words. */
export function scheduleOf(at = '09:00'): ScheduleText {
  const [, days = '', time] = DAYS_AND_TIME.exec(at.trim()) ?? []
  if (time === undefined) return { days: [], time: '09:00', cron: at }
  const named = days.toLowerCase().split(',')
  return { days: weekdays.filter(day => named.includes(day)), time, cron: undefined }
}

export function scheduleText(days: readonly Weekday[], time: string) {
  const inOrder = weekdays.filter(day => days.includes(day))
  return inOrder.length > 0 ? `${inOrder.join()} ${time}` : time
}
