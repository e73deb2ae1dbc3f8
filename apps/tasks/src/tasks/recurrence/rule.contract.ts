/** A subset of the recurrence rules of RFC 5545 §3.3.10, over calendar days. */
export interface Rule {
  frequency: Frequency
  /** Every second week is 2. */
  interval: number
  byDay: RuleDay[]
  /** 1 to 31, or -1 for the last day of the month and so on. */
  byMonthDay: number[]
  /** 1 is January. */
  byMonth: number[]
  /** How many occurrences there are, the first one included. */
  count?: number
  /** The last day, as a calendar date. */
  until?: string
  weekStart: Weekday
}

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

export interface RuleDay {
  weekday: Weekday
  /** 2 is the second one of the month (or of the year, without months), -1 the last. Without it, each one. */
  ordinal?: number
}

export const MAX_INTERVAL = 999
export const MAX_COUNT = 9999

/** Undefined if the text is not a rule of the subset. */
export function parseRule(text: string): Rule | undefined {
  const parts = partsOf(text)
  if (!parts) return undefined
  const rule = {
    frequency: oneOf(frequencies, parts.get('FREQ')),
    interval: numberIn(parts.get('INTERVAL') ?? '1', 1, MAX_INTERVAL),
    byDay: listOf(parts.get('BYDAY'), ruleDay),
    byMonthDay: listOf(parts.get('BYMONTHDAY'), day => signedNumber(day, 31)),
    byMonth: listOf(parts.get('BYMONTH'), month => numberIn(month, 1, 12)),
    weekStart: oneOf(weekdays, parts.get('WKST') ?? 'MO'),
  }
  if (Object.values(rule).includes(undefined)) return undefined
  const ends = endOf(parts)
  if (!ends) return undefined
  const complete = { ...rule, ...ends } as Rule
  return isConsistent(complete) ? complete : undefined
}

const names = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'COUNT', 'UNTIL', 'WKST']

function partsOf(text: string) {
  const pairs = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .map(part => part.split('='))
  const parts = new Map(pairs.map(([name = '', value = '']) => [name, value]))
  const isRead = pairs.every(([name = '', value, ...more]) => names.includes(name) && value && !more.length)
  return isRead && parts.size === pairs.length ? parts : undefined
}

/** RFC 5545: a rule ends after a number of occurrences or on a day, not both. */
function endOf(parts: Map<string, string>) {
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')]
  if (count && until) return undefined
  if (count) {
    const number = numberIn(count, 1, MAX_COUNT)
    return number && { count: number }
  }
  if (!until) return {}
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(until) ?? []
  const date = `${year}-${month}-${day}`
  return isCalendarDate(date) ? { until: date } : undefined
}

function isCalendarDate(date: string) {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** What RFC 5545 forbids: days of the month in a weekly rule, and "the second Monday" of a day or a week. */
function isConsistent({ frequency, byDay, byMonthDay, byMonth }: Rule) {
  if (frequency === 'WEEKLY' && byMonthDay.length > 0) return false
  const ordinals = byDay.flatMap(({ ordinal }) => ordinal ?? [])
  if (ordinals.length === 0) return true
  if (frequency === 'DAILY' || frequency === 'WEEKLY') return false
  const most = frequency === 'YEARLY' && byMonth.length === 0 ? 53 : 5
  return ordinals.every(ordinal => Math.abs(ordinal) <= most)
}

function ruleDay(text: string): RuleDay | undefined {
  const [, digits, name] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
  const weekday = oneOf(weekdays, name)
  if (!weekday) return undefined
  if (digits === undefined) return { weekday }
  const ordinal = signedNumber(digits, 53)
  return ordinal === undefined ? undefined : { weekday, ordinal }
}

function listOf<Value>(text: string | undefined, read: (part: string) => Value | undefined) {
  if (text === undefined) return []
  const values = text.split(',').map(read)
  return values.includes(undefined) ? undefined : (values as Value[])
}

function numberIn(text: string, least: number, most: number) {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return number >= least && number <= most ? number : undefined
}

function signedNumber(text: string, most: number) {
  const number = /^[+-]?\d{1,2}$/.test(text) ? Number(text) : 0
  return number !== 0 && Math.abs(number) <= most ? number : undefined
}

function oneOf<const Value extends string>(values: readonly Value[], text: string | undefined) {
  return values.find(value => value === text)
}

/** The shortest text of the rule; a repeated or unordered list is put in order. */
export function printRule(rule: Rule) {
  const { frequency, interval, byDay, byMonthDay, byMonth, count, until, weekStart } = rule
  const parts = [
    `FREQ=${frequency}`,
    interval > 1 && `INTERVAL=${interval}`,
    byMonth.length > 0 && `BYMONTH=${ordered(byMonth)}`,
    byMonthDay.length > 0 && `BYMONTHDAY=${ordered(byMonthDay)}`,
    byDay.length > 0 && `BYDAY=${orderedDays(byDay)}`,
    count && `COUNT=${count}`,
    until && `UNTIL=${until.replaceAll('-', '')}`,
    weekStart !== 'MO' && `WKST=${weekStart}`,
  ]
  return parts.filter(Boolean).join(';')
}

/** From the first to the last of a month: those counted from the end come last. */
function ordered(numbers: number[]) {
  const place = (number: number) => (number < 0 ? number + 1000 : number)
  return [...new Set(numbers)].sort((one, other) => place(one) - place(other)).join(',')
}

function orderedDays(days: RuleDay[]) {
  const place = ({ weekday, ordinal = 0 }: RuleDay) =>
    (ordinal < 0 ? ordinal + 100 : ordinal) * 7 + weekdays.indexOf(weekday)
  const texts = days
    .toSorted((one, other) => place(one) - place(other))
    .map(({ weekday, ordinal }) => `${ordinal ?? ''}${weekday}`)
  return [...new Set(texts)].join(',')
}
