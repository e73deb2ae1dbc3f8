import type { BurnDownReport } from '@atrium/tasks/reports/cycle-report.contract'
import type { BurnUpReport, EstimatesReport, FlowReport } from '@atrium/tasks/reports/report.contract'

/** Colors that color-blind people can distinguish, too (Okabe and Ito), on light and dark backgrounds. */
export const colors = {
  done: '#009e73',
  scope: '#0072b2',
  accent: '#d55e00',
  neutral: '#8a8f98',
}
const columnColors = ['#56b4e9', '#e69f00', '#0072b2', '#cc79a7', '#d55e00', '#f0e442', '#8a8f98']

const MAX_SERIES = 8

export interface Series {
  label: string
  color: string
  /** One value per day. */
  counts: number[]
}

interface FlowTexts {
  deleted: string
  others: string
}

/**
 * One series per column title, in the order of the boards and with what is done first, so that it lies at the bottom.
 * Deleted columns are one series, and so is what exceeds a readable number.
 */
export function flowSeries({ columns, days }: FlowReport, texts: FlowTexts): Series[] {
  const groups = new Map<string, { label: string; isDone: boolean; indexes: number[] }>()
  for (const [index, { title, isDone, isDeleted }] of columns.entries()) {
    const label = isDeleted ? texts.deleted : title
    const key = `${isDeleted} ${label.toLowerCase()}`
    const group = groups.get(key) ?? { label, isDone: isDone && !isDeleted, indexes: [] }
    group.indexes.push(index)
    groups.set(key, group)
  }
  const all = [...groups.values()]
  const ordered = [...all.filter(({ isDone }) => isDone), ...all.filter(({ isDone }) => !isDone).reverse()]
  const kept = ordered.length > MAX_SERIES ? ordered.slice(0, MAX_SERIES - 1) : ordered
  const rest = ordered.slice(kept.length)
  const shown =
    rest.length > 0
      ? [...kept, { label: texts.others, isDone: false, indexes: rest.flatMap(({ indexes }) => indexes) }]
      : kept
  let next = 0
  return shown.map(({ label, isDone, indexes }, position) => ({
    label,
    color:
      isDone && position === 0 ? colors.done : (columnColors[next++ % columnColors.length] ?? colors.neutral),
    counts: days.map(({ counts }) => indexes.reduce((sum, index) => sum + (counts[index] ?? 0), 0)),
  }))
}

export function isFlowEmpty(series: Series[]) {
  return series.every(({ counts }) => counts.every(count => count === 0))
}

const HOUR = 3600

/** In tasks, or in hours of estimates. */
export function burnUpPoints({ days }: BurnUpReport, unit: 'tasks' | 'estimate') {
  return days.map(({ date, scopeCount, doneCount, scopeSeconds, doneSeconds }) =>
    unit === 'tasks'
      ? { date, scope: scopeCount, done: doneCount }
      : { date, scope: scopeSeconds / HOUR, done: doneSeconds / HOUR },
  )
}

export type BurnUnit = 'tasks' | 'estimate'

/** In tasks, or in hours of estimates; null for days to come. */
export function burnDownPoints({ days }: BurnDownReport, unit: BurnUnit) {
  const hours = (seconds: number | null) => (seconds === null ? null : seconds / HOUR)
  return days.map(day =>
    unit === 'tasks'
      ? { date: day.date, ideal: day.idealCount, scope: day.scopeCount, remaining: day.remainingCount }
      : {
          date: day.date,
          ideal: day.idealSeconds / HOUR,
          scope: hours(day.scopeSeconds),
          remaining: hours(day.remainingSeconds),
        },
  )
}

const MAX_BARS = 12

/** The tasks whose estimates were off the most, in hours. */
export function estimateBars(
  { tasks }: EstimatesReport,
  labelOf: (task: EstimatesReport['tasks'][number]) => string,
) {
  const difference = (task: EstimatesReport['tasks'][number]) =>
    Math.abs(task.trackedSeconds - task.estimateSeconds)
  return tasks
    .toSorted((one, other) => difference(other) - difference(one))
    .slice(0, MAX_BARS)
    .map(task => ({
      label: labelOf(task),
      estimate: task.estimateSeconds / HOUR,
      tracked: task.trackedSeconds / HOUR,
    }))
}

const DAY = 86_400

/** `45 min`, `7.5 hr` or `3.2 days`: work that takes days is not counted in hours and minutes. */
export function spanText(seconds: number, language: string) {
  const [unit, size] =
    seconds < HOUR
      ? (['minute', 60] as const)
      : seconds < 2 * DAY
        ? (['hour', HOUR] as const)
        : (['day', DAY] as const)
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'day' ? 'long' : 'short',
    maximumFractionDigits: unit === 'minute' ? 0 : 1,
  })
  return format.format(seconds / size)
}
