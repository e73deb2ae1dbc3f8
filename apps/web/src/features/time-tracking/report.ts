import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { TimeReport } from '@atrium/tasks/time-tracking/time-report.contract'
import { addDays, dayInWords, mondayOf } from '../../data/days.ts'

export interface ReportLine {
  key: string
  label: string
  seconds: number
  taskId?: number | undefined
}

/** One line per row; days without any time are included, so that gaps are visible. */
export function reportLines(report: TimeReport, language: string, projectKey: string | null): ReportLine[] {
  if (report.groupBy[0] === 'day') return dayLines(report, language)
  return report.rows.map(({ userId, name = '', taskId, number = 0, title, seconds }) => ({
    key: String(taskId ?? userId),
    label: taskId === undefined ? name : `${taskKey(number, projectKey)} ${title}`,
    seconds,
    taskId,
  }))
}

function dayLines({ from, to, rows }: TimeReport, language: string) {
  const secondsByDay = new Map(rows.map(({ date, seconds }) => [date, seconds]))
  const lines: ReportLine[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const label = dayInWords(day, language, { day: 'numeric', month: 'short' })
    lines.push({ key: day, label, seconds: secondsByDay.get(day) ?? 0 })
  }
  return lines
}

/** Shares in whole percents that add up to 100: what rounding down leaves goes to the largest remainders. */
export function wholePercents(values: number[]) {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total === 0) return values.map(() => 0)
  const exact = values.map(value => (value / total) * 100)
  const missing = 100 - exact.reduce((sum, share) => sum + Math.floor(share), 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((one, other) => other.remainder - one.remainder)
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return exact.map((share, index) => Math.floor(share) + (raised.has(index) ? 1 : 0))
}

export interface Range {
  from: string
  to: string
}

export type Period = keyof ReturnType<typeof periods>

export function periods(today: string) {
  const monday = mondayOf(today)
  const lastOfLastMonth = addDays(`${today.slice(0, 7)}-01`, -1)
  return {
    thisWeek: { from: monday, to: addDays(monday, 6) },
    lastWeek: { from: addDays(monday, -7), to: addDays(monday, -1) },
    thisMonth: monthOf(today),
    lastMonth: monthOf(lastOfLastMonth),
  } satisfies Record<string, Range>
}

function monthOf(day: string): Range {
  const from = `${day.slice(0, 7)}-01`
  const nextMonth = addDays(from, 31).slice(0, 7)
  return { from, to: addDays(`${nextMonth}-01`, -1) }
}
