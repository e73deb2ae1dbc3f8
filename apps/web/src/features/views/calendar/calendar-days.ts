import { addDays } from '../../../data/days.ts'

export type CalendarScale = 'month' | 'week'

/** The weeks that are shown: one, or all that have a day of the month. `firstWeekday` is 1 for Monday and 7 for Sunday. */
export function weeksOf(scale: CalendarScale, day: string, firstWeekday: number): string[][] {
  if (scale === 'week') return [daysFrom(weekStart(day, firstWeekday))]
  const first = `${day.slice(0, 7)}-01`
  const last = addDays(addMonths(first, 1), -1)
  const weeks = []
  for (let start = weekStart(first, firstWeekday); start <= last; start = addDays(start, 7))
    weeks.push(daysFrom(start))
  return weeks
}

/** The same day of another week or month; the last day of a month that is shorter. */
export function stepFrom(day: string, scale: CalendarScale, steps: number) {
  return scale === 'week' ? addDays(day, 7 * steps) : addMonths(day, steps)
}

export function isWeekend(day: string) {
  return [0, 6].includes(new Date(day).getUTCDay())
}

function weekStart(day: string, firstWeekday: number) {
  return addDays(day, -((new Date(day).getUTCDay() - firstWeekday + 7) % 7))
}

function daysFrom(start: string) {
  return Array.from({ length: 7 }, (_, index) => addDays(start, index))
}

function addMonths(day: string, months: number) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return new Date(last.setUTCDate(Math.min(date, last.getUTCDate()))).toISOString().slice(0, 10)
}
