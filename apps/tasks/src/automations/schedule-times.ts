/** When a schedule comes: sets of minutes, hours and days, as in cron. */
export interface Schedule {
  minutes: number[]
  hours: number[]
  isDay: (day: Date) => boolean
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TIME =
  /^(?:((?:mon|tue|wed|thu|fri|sat|sun)(?:,(?:mon|tue|wed|thu|fri|sat|sun))*) )?([01]?\d|2[0-3]):([0-5]\d)$/i

/** Reads `09:00`, `mon,thu 09:00` or five fields of cron; undefined if it is neither. */
export function readSchedule(text: string): Schedule | undefined {
  const [, days, hour, minute] = TIME.exec(text.trim()) ?? []
  if (hour === undefined) return readCron(text.trim().toLowerCase().split(/\s+/))
  const wanted = days
    ?.toLowerCase()
    .split(',')
    .map(day => weekdays.indexOf(day))
  return {
    minutes: [Number(minute)],
    hours: [Number(hour)],
    isDay: day => !wanted || wanted.includes(day.getUTCDay()),
  }
}

function readCron(fields: string[]): Schedule | undefined {
  if (fields.length !== 5) return undefined
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = fields
  const minutes = readField(minute, 0, 59)
  const hours = readField(hour, 0, 23)
  const dates = readField(dayOfMonth, 1, 31)
  const monthNumbers = readField(month, 1, 12, months, 1)
  const days = readField(dayOfWeek, 0, 7, weekdays)?.map(day => day % 7)
  if (!minutes || !hours || !dates || !monthNumbers || !days) return undefined
  // Like cron: if both kinds of days are limited, either of them counts.
  const isEither = !dayOfMonth.startsWith('*') && !dayOfWeek.startsWith('*')
  const isDay = (day: Date) => {
    const isDate = dates.includes(day.getUTCDate())
    const isWeekday = days.includes(day.getUTCDay())
    const isWanted = isEither ? isDate || isWeekday : isDate && isWeekday
    return isWanted && monthNumbers.includes(day.getUTCMonth() + 1)
  }
  return { minutes, hours, isDay }
}

/** The numbers of a field such as `*`, `1-5` or `mon,wed`, each with steps such as `/15`, in order. */
function readField(text: string, from: number, to: number, names: string[] = [], firstName = 0) {
  const numbers = new Set<number>()
  for (const part of text.split(',')) {
    const [, range = '', step = '1'] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(part) ?? []
    const bounds =
      range === '*' ? [from, to] : range.split('-').map(bound => numberOf(bound, names, firstName))
    const [first, last = part.includes('/') ? to : first] = bounds
    const isRange = first !== undefined && last !== undefined && first >= from && last <= to && first <= last
    if (!isRange || bounds.length > 2 || Number(step) === 0) return undefined
    for (let number = first; number <= last; number += Number(step)) numbers.add(number)
  }
  return [...numbers].sort((one, other) => one - other)
}

function numberOf(text: string, names: string[], firstName: number) {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const index = names.indexOf(text)
  return index < 0 ? undefined : index + firstName
}

const DAY_MS = 86_400_000
/** Clocks never go forward or back by more; earlier times of a day are over. */
const LONGEST_SKIP_MS = 3 * 3_600_000
/** 29 February on a certain day of the week comes again after at most 40 years. */
const HORIZON_DAYS = 366 * 41

/**
 * The first time of the schedule after an instant, in a time zone. A time that does not exist when clocks go forward comes as
 * much later; a time that exists twice when they go back comes once, the first time. Undefined if there is none, as on 31 February.
 */
export function nextTime(schedule: Schedule, timeZone: string, after: Date): Date | undefined {
  const local = localTime(after, timeZone)
  const first = Math.floor(local / DAY_MS) * DAY_MS
  for (let day = first; day < first + HORIZON_DAYS * DAY_MS; day += DAY_MS) {
    if (!schedule.isDay(new Date(day))) continue
    const times = timesOf(schedule).map(time => day + time)
    const ahead = times.filter(time => time >= local - LONGEST_SKIP_MS)
    const next = ahead.find(time => instantAt(time, timeZone) > after.getTime())
    if (next !== undefined) return new Date(instantAt(next, timeZone))
  }
  return undefined
}

/** Milliseconds since midnight, in order. */
function timesOf({ hours, minutes }: Schedule) {
  return hours.flatMap(hour => minutes.map(minute => (hour * 60 + minute) * 60_000))
}

/** What clocks in the zone show, as milliseconds of UTC. */
function localTime(instant: Date, timeZone: string) {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The first instant at which clocks in the zone show this time; with the earlier offset if they skip it. */
function instantAt(local: number, timeZone: string) {
  const offsets = [local - DAY_MS, local + DAY_MS].map(near => localTime(new Date(near), timeZone) - near)
  const candidates = offsets.map(offset => local - offset).sort((one, other) => one - other)
  const exact = candidates.find(candidate => localTime(new Date(candidate), timeZone) === local)
  return exact ?? local - (offsets[0] as number)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  const numeric = 'numeric'
  const fields = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields })
  if (formats.size < 1000) formats.set(timeZone, format)
  return format
}
