import type { Rule } from './rule.contract.ts'
import { addDays, datesAfter, daysBetween } from './rule-dates.contract.ts'

/** Where a series by calendar stands. */
export interface Progress {
  /** Aligns the intervals of the rule. */
  startDate: string
  /** The first date that is still open, even if it is skipped; null at the end. */
  fromDate: string | null
  skippedDates: string[]
  /** How many dates may follow; null if there is no limit. */
  remaining: number | null
}

/** The dates that are still open, those that are skipped included. */
export function* openDates(rule: Rule, { startDate, fromDate, remaining }: Progress) {
  if (fromDate === null) return
  let left = remaining ?? Number.POSITIVE_INFINITY
  for (const date of datesAfter(rule, startDate, addDays(fromDate, -1))) {
    if (left === 0) return
    left -= 1
    yield date
  }
}

export function nextDates(rule: Rule, progress: Progress, count: number) {
  const dates: string[] = []
  for (const date of openDates(rule, progress)) {
    if (dates.length === count) break
    if (!progress.skippedDates.includes(date)) dates.push(date)
  }
  return dates
}

/** The next date that is not skipped. */
export function nextDate(rule: Rule, progress: Progress) {
  return nextDates(rule, progress, 1)[0] ?? null
}

/**
 * What is due. Of several dates that were missed, only the latest one gets a task: a series that rested for a month would
 * flood the board otherwise. Of several dates ahead that the lead time covers, it is the first.
 */
export function advance(rule: Rule, progress: Progress, today: string, leadDays: number) {
  const last = addDays(today, leadDays)
  let due: string | undefined
  let passed = 0
  let fromDate: string | null = null
  for (const date of openDates(rule, progress)) {
    if (date > last || (due !== undefined && date > today)) {
      fromDate = date
      break
    }
    passed += 1
    if (!progress.skippedDates.includes(date)) due = date
  }
  const next: Progress = {
    startDate: progress.startDate,
    fromDate,
    skippedDates: progress.skippedDates.filter(date => fromDate !== null && date >= fromDate),
    remaining: progress.remaining === null ? null : progress.remaining - passed,
  }
  return { due, next }
}

interface Dates {
  startDate: string | null
  dueDate: string | null
}

/** An occurrence is due on its date, or starts on it if it has no due date; the time from start to due stays the same. */
export function datesOn(date: string, { startDate, dueDate }: Dates): Dates {
  if (!dueDate) return { startDate: startDate && date, dueDate }
  return { startDate: startDate && addDays(date, -daysBetween(startDate, dueDate)), dueDate: date }
}
