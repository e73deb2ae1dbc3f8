import type { TimeReport } from '@atrium/tasks/time-tracking/time-report.contract'
import { addDays, dayInWords } from '../../../data/days.ts'

export interface ReportLine {
  key: string
  label: string
  seconds: number
  taskId?: number | undefined
}

/** One line per row; days without any time are included, so that gaps are visible. */
export function reportLines(report: TimeReport, language: string): ReportLine[] {
  if (report.groupBy[0] === 'day') return dayLines(report, language)
  return report.rows.map(({ userId, name = '', taskId, number, title, seconds }) => ({
    key: String(taskId ?? userId),
    label: taskId === undefined ? name : `#${number} ${title}`,
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
