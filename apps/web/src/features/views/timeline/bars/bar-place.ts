import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { type Dates, type DayRange, daysOf } from '../../schedule/task-dates.ts'
import { type TimeScale, xOf } from '../axis/time-scale.ts'
import type { Visible } from '../axis/use-time-window.ts'
import type { TimelineRow } from '../rows/timeline-rows.ts'

const DIAMOND = 18
const MIN_WIDTH = 10

/** A bar on the screen: its row and where it begins and ends. */
export interface PlacedBar {
  row: number
  left: number
  right: number
}

/** How high rows are, and where in them the middle of a bar is. */
export interface RowHeight {
  height: number
  middle: number
}

/** With the titles in a list, or above their bars. */
export function rowHeightOf(isListOpen: boolean): RowHeight {
  return isListOpen ? { height: 36, middle: 18 } : { height: 52, middle: 36 }
}

/** A task that is only due is a point in time. */
export function isDiamond({ startDate, dueDate }: Dates) {
  return startDate === null && dueDate !== null
}

/** Where the bar of a task is. */
export function placeOf(scale: TimeScale, dates: Dates) {
  const days = daysOf(dates)
  if (!days) return undefined
  if (!isDiamond(dates)) return placeOfDays(scale, days)
  const middle = xOf(scale, days.from) + scale.dayWidth / 2
  return { left: middle - DIAMOND / 2, width: DIAMOND }
}

export function placeOfDays(scale: TimeScale, { from, to }: DayRange) {
  const left = xOf(scale, from)
  return { left, width: Math.max(MIN_WIDTH, xOf(scale, to) + scale.dayWidth - left) }
}

/** All bars, by task: lines lead to rows that are not on the screen, too. */
export function placedBars(rows: TimelineRow[], scale: TimeScale) {
  const bars = new Map<number, PlacedBar>()
  for (const [row, shown] of rows.entries()) {
    if (shown.type !== 'task') continue
    const place = placeOf(scale, shown.task)
    if (place) bars.set(shown.task.id, { row, left: place.left, right: place.left + place.width })
  }
  return bars
}

export type Side = 'before' | 'after'

/** On which side of the visible days a bar is, if it is not among them. */
export function sideOf(bar: PlacedBar | undefined, { left, right }: Visible): Side | undefined {
  if (!bar || right === 0) return undefined
  if (bar.right <= left) return 'before'
  return bar.left >= right ? 'after' : undefined
}

export function withDates(
  bars: ReadonlyMap<number, PlacedBar>,
  scale: TimeScale,
  { id }: Pick<ScheduledTask, 'id'>,
  dates: Dates,
): ReadonlyMap<number, PlacedBar> {
  const bar = bars.get(id)
  const place = placeOf(scale, dates)
  return bar && place
    ? new Map(bars).set(id, { ...bar, left: place.left, right: place.left + place.width })
    : bars
}
