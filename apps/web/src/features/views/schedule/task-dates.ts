import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { addDays } from '../../../data/days.ts'

export type Dates = Pick<ScheduledTask, 'startDate' | 'dueDate'>

export interface DayRange {
  from: string
  to: string
}

/** What is moved: all days of a task, or one end of them. */
export type DatePart = 'whole' | 'start' | 'due'

/** The days that a task takes; with only one date it is that day. */
export function daysOf({ startDate, dueDate }: Dates): DayRange | undefined {
  const from = startDate ?? dueDate
  const to = dueDate ?? startDate
  return from && to ? { from, to } : undefined
}

/** The dates after a move by so many days. An end stops at the other one; a date that was missing appears with it. */
export function datesAfter(dates: Dates, part: DatePart, days: number): Dates {
  const taken = daysOf(dates)
  if (!taken || days === 0) return dates
  const { from, to } = taken
  if (part === 'start') {
    const moved = addDays(from, days)
    return { startDate: moved < to ? moved : to, dueDate: to }
  }
  if (part === 'due') {
    const moved = addDays(to, days)
    return { startDate: from, dueDate: moved > from ? moved : from }
  }
  return { startDate: shifted(dates.startDate, days), dueDate: shifted(dates.dueDate, days) }
}

function shifted(day: string | null, days: number) {
  return day === null ? null : addDays(day, days)
}

export function isSame(one: Dates, other: Dates) {
  return one.startDate === other.startDate && one.dueDate === other.dueDate
}
