import { toCsv } from '@atrium/core/csv'
import type { ReportRow, TimeReport } from './time-report.contract.ts'

const columnsOf = {
  user: ['userId', 'name'],
  task: ['taskId', 'number', 'title'],
  day: ['date'],
} as const satisfies Record<string, (keyof ReportRow)[]>

export function timeReportCsv({ groupBy, rows }: TimeReport) {
  const columns = [...groupBy.flatMap<keyof ReportRow>(group => [...columnsOf[group]]), 'seconds' as const]
  return toCsv([columns, ...rows.map(row => columns.map(column => row[column]))])
}
