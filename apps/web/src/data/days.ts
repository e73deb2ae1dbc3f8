// Days are calendar dates as the API sends them, such as 2026-01-31; an instant has a day only in a time zone.

const DAY_MS = 24 * 3600 * 1000

export function dayOf(instant: Date | string, timeZone: string) {
  return partsOf(new Date(instant), timeZone).day
}

export function todayIn(timeZone: string, now = new Date()) {
  return dayOf(now, timeZone)
}

/** In the format of a time field: 09:15. */
export function clockOf(instant: Date | string, timeZone: string) {
  return partsOf(new Date(instant), timeZone).clock
}

export function addDays(day: string, days: number) {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export function mondayOf(day: string) {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

export function daysUntil(day: string, today: string) {
  return Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
}

/** Formats a day for a language; a day has no time zone. */
export function dayInWords(day: string, language: string, format: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' }).format(new Date(day))
}

/** The instant of a local time in the zone. A time that is skipped when clocks go forward becomes the one after the gap. */
export function instantOf(day: string, clock: string, timeZone: string) {
  const wanted = Date.parse(`${day}T${clock}Z`)
  const first = wanted - offsetAt(wanted, timeZone)
  const second = wanted - offsetAt(first, timeZone)
  const isSettled = wanted - offsetAt(second, timeZone) === second
  return new Date(isSettled ? second : Math.max(first, second))
}

function offsetAt(time: number, timeZone: string) {
  const { day, clock } = partsOf(new Date(time), timeZone)
  const minute = Math.floor(time / 60_000) * 60_000
  return Date.parse(`${day}T${clock}Z`) - minute
}

function partsOf(instant: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const { year, month, day, hour, minute } = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, value]),
  )
  return { day: `${year?.padStart(4, '0')}-${month}-${day}`, clock: `${hour}:${minute}` }
}

/** How people greet each other at this hour; after midnight it is no longer evening. */
export function partOfDay(hour: number) {
  if (hour < 5) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'day' : 'evening'
}
