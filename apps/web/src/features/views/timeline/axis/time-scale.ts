import { addDays, daysUntil, mondayOf } from '../../../../data/days.ts'
import type { DayRange } from '../../schedule/task-dates.ts'

// Everything is in calendar days: no clock change makes a day longer or shorter.

/** From the nearest to the farthest. */
export const scaleNames = ['days', 'weeks', 'months', 'quarters'] as const
export type ScaleName = (typeof scaleNames)[number]

export function scaleNameOf(name: string | undefined): ScaleName {
  return scaleNames.find(one => one === name) ?? 'weeks'
}

/** One step nearer (-1) or farther (1); the same at the end. */
export function stepScale(name: ScaleName, step: number): ScaleName {
  const at = scaleNames.indexOf(name) + step
  return scaleNames[Math.max(0, Math.min(at, scaleNames.length - 1))] as ScaleName
}

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

interface ScaleKind {
  dayWidth: number
  upper: Unit
  lower: Unit
  /** How many months before and after today are loaded first, and how many more at a time. */
  months: { before: number; after: number; more: number }
}

const kinds: Record<ScaleName, ScaleKind> = {
  days: { dayWidth: 44, upper: 'month', lower: 'day', months: { before: 2, after: 4, more: 3 } },
  weeks: { dayWidth: 14, upper: 'month', lower: 'week', months: { before: 4, after: 10, more: 6 } },
  months: { dayWidth: 4, upper: 'year', lower: 'month', months: { before: 12, after: 24, more: 18 } },
  quarters: { dayWidth: 1.5, upper: 'year', lower: 'quarter', months: { before: 36, after: 60, more: 36 } },
}

/** The days from one to another, both included, and how wide they are. */
export interface TimeScale extends DayRange {
  name: ScaleName
  dayWidth: number
  width: number
}

export function timeScale(name: ScaleName, { from, to }: DayRange): TimeScale {
  const { dayWidth } = kinds[name]
  return { name, from, to, dayWidth, width: (daysUntil(to, from) + 1) * dayWidth }
}

/** The left edge of a day. */
export function xOf({ from, dayWidth }: TimeScale, day: string) {
  return daysUntil(day, from) * dayWidth
}

export function dayAt({ from, dayWidth }: TimeScale, x: number) {
  return addDays(from, Math.floor(x / dayWidth))
}

export interface Tick {
  unit: Unit
  day: string
  x: number
  width: number
}

/** What the header names between two places: the larger units and the smaller ones below them. */
export function ticksBetween(scale: TimeScale, left: number, right: number) {
  const { upper, lower } = kinds[scale.name]
  return { upper: ticksOf(scale, upper, left, right), lower: ticksOf(scale, lower, left, right) }
}

function ticksOf(scale: TimeScale, unit: Unit, left: number, right: number) {
  const ticks: Tick[] = []
  const end = Math.min(right, scale.width)
  for (let day = startOf(unit, dayAt(scale, Math.max(0, left))); xOf(scale, day) < end; ) {
    const next = nextOf(unit, day)
    const x = xOf(scale, day)
    ticks.push({ unit, day, x, width: xOf(scale, next) - x })
    day = next
  }
  return ticks
}

const monthsIn: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12 }

function startOf(unit: Unit, day: string) {
  if (unit === 'day') return day
  if (unit === 'week') return mondayOf(day)
  const size = monthsIn[unit] ?? 1
  return addMonths(day, -((Number(day.slice(5, 7)) - 1) % size))
}

function nextOf(unit: Unit, day: string) {
  if (unit === 'day') return addDays(day, 1)
  if (unit === 'week') return addDays(day, 7)
  return addMonths(day, monthsIn[unit] ?? 1)
}

/** The first day of the month that is so many months later. */
function addMonths(day: string, months: number) {
  const date = new Date(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** Whether weekends are wide enough to be seen, and where the first one is. */
export function weekendsOf(scale: TimeScale) {
  if (scale.name !== 'days' && scale.name !== 'weeks') return undefined
  return { x: xOf(scale, addDays(mondayOf(scale.from), 5)), width: 2 * scale.dayWidth }
}

const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2199-12-31'

/** Whole months around a day. */
export function rangeAround(name: ScaleName, day: string): DayRange {
  const { before, after } = kinds[name].months
  return { from: addMonths(day, -before), to: addDays(addMonths(day, after + 1), -1) }
}

/** The range with more days where the visible part is close to an end; the same one if it is not. */
export function extended(range: DayRange, name: ScaleName, visible: DayRange): DayRange {
  const { more } = kinds[name].months
  const margin = Math.ceil(more * 10)
  const isEarly = daysUntil(visible.from, range.from) < margin && range.from > FIRST_DAY
  const isLate = daysUntil(range.to, visible.to) < margin && range.to < LAST_DAY
  if (!isEarly && !isLate) return range
  const from = isEarly ? addMonths(earlier(range.from, visible.from), -more) : range.from
  const to = isLate ? addDays(addMonths(later(range.to, visible.to), more + 1), -1) : range.to
  return { from: later(from, FIRST_DAY), to: earlier(to, LAST_DAY) }
}

/** Both, and what is in between. */
export function joined(one: DayRange, other: DayRange): DayRange {
  return { from: earlier(one.from, other.from), to: later(one.to, other.to) }
}

function earlier(one: string, other: string) {
  return one < other ? one : other
}

function later(one: string, other: string) {
  return one > other ? one : other
}
