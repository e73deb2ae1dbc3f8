import { addDays, instantOf } from '../../data/days.ts'

const MORNING = '09:00'

interface Span {
  startedAt: string
  endedAt: string | null
}

interface Day {
  day: string
  timeZone: string
  now?: Date
}

/**
 * When an amount of time without a start was worked: today until now, on other days from nine in the morning. It does not
 * overlap what is already there, as long as the day has room for it.
 */
export function placeOnDay(seconds: number, taken: Span[], { day, timeZone, now = new Date() }: Day) {
  const length = seconds * 1000
  const dayStart = instantOf(day, '00:00', timeZone).getTime()
  const dayEnd = instantOf(addDays(day, 1), '00:00', timeZone).getTime()
  const latest = Math.min(dayEnd, now.getTime())
  const gaps = gapsBetween(taken, dayStart, latest).filter(({ from, to }) => to - from >= length)
  const isToday = latest < dayEnd
  const morning = instantOf(day, MORNING, timeZone).getTime()
  const start = isToday ? lastStart(gaps, length) : firstStart(gaps, length, morning)
  const fallback = isToday ? latest - length : Math.max(dayStart, Math.min(morning, latest - length))
  return new Date(start ?? fallback).toISOString()
}

interface Gap {
  from: number
  to: number
}

function gapsBetween(taken: Span[], dayStart: number, latest: number): Gap[] {
  const spans = taken
    .map(({ startedAt, endedAt }) => ({
      from: Date.parse(startedAt),
      to: endedAt ? Date.parse(endedAt) : latest,
    }))
    .toSorted((one, other) => one.from - other.from)
  const gaps: Gap[] = []
  let free = dayStart
  for (const { from, to } of spans) {
    if (from > free) gaps.push({ from: free, to: Math.min(from, latest) })
    free = Math.max(free, to)
  }
  return [...gaps, { from: free, to: latest }]
}

function lastStart(gaps: Gap[], length: number) {
  const last = gaps.at(-1)
  return last && last.to - length
}

/** From the morning on, or else as late before it as there is room. */
function firstStart(gaps: Gap[], length: number, morning: number) {
  const after = gaps.find(({ to }) => to - length >= morning)
  if (after) return Math.max(after.from, morning)
  return lastStart(gaps, length)
}
