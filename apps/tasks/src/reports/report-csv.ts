import { toCsv } from '@atrium/core/csv'
import type { BurnDownReport } from './cycle-report.contract.ts'
import type {
  BurnUpReport,
  CycleTimeReport,
  EstimatesReport,
  FlowReport,
  ThroughputReport,
} from './report.contract.ts'

/** One line per day and column: a table that a spreadsheet can pivot. */
export function flowCsv({ columns, days }: FlowReport) {
  const lines = days.flatMap(({ date, counts }) =>
    columns.map(({ columnId, title }, index) => [date, columnId, title, counts[index]]),
  )
  return toCsv([['date', 'columnId', 'column', 'tasks'], ...lines])
}

export function throughputCsv({ periods }: ThroughputReport) {
  return tableCsv(['date', 'count', 'estimateSeconds'], periods)
}

export function cycleTimeCsv({ tasks }: CycleTimeReport) {
  return tableCsv(['taskId', 'number', 'title', 'completedAt', 'leadSeconds', 'cycleSeconds'], tasks)
}

export function burnUpCsv({ days }: BurnUpReport) {
  return tableCsv(['date', 'scopeCount', 'doneCount', 'scopeSeconds', 'doneSeconds'], days)
}

export function burnDownCsv({ days }: BurnDownReport) {
  return tableCsv(
    [
      'date',
      'scopeCount',
      'doneCount',
      'remainingCount',
      'idealCount',
      'scopeSeconds',
      'doneSeconds',
      'remainingSeconds',
      'idealSeconds',
    ],
    days,
  )
}

export function estimatesCsv({ tasks }: EstimatesReport) {
  return tableCsv(['taskId', 'number', 'title', 'completedOn', 'estimateSeconds', 'trackedSeconds'], tasks)
}

function tableCsv<Row extends Record<string, string | number | null>>(
  columns: (keyof Row & string)[],
  rows: Row[],
) {
  return toCsv([columns, ...rows.map(row => columns.map(column => row[column]))])
}
