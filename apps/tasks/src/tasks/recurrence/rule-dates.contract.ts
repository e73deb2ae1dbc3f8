import { type Frequency, type Rule, type RuleDay, weekdays } from './rule.contract.ts'

/** A rule without a date in this time has no more dates. */
const HORIZON_YEARS = 100
const LAST_YEAR = 9999
const DAY_MS = 86_400_000

/**
 * The dates of a series that starts on this day, which is always the first one, whether the rule names it or not
 * (RFC 5545 §3.8.5.3). Dates are calendar dates; which instant a day begins at is a matter of time zones.
 */
export function* occurrencesOf(rule: Rule, start: string): Generator<string> {
  let left = rule.count ?? Number.POSITIVE_INFINITY
  yield start
  for (const date of datesAfter(rule, start, start)) {
    left -= 1
    if (left <= 0) return
    yield date
  }
}

/** The dates that the rule names after a day, in order, without regard to its count. The start aligns its intervals. */
export function* datesAfter(rule: Rule, start: string, after: string): Generator<string> {
  const first = dayOf(start)
  const from = Math.max(first, dayOf(after) + 1)
  const lastYear = Math.min(dateOf(from).year + HORIZON_YEARS, LAST_YEAR)
  const last = rule.until ? dayOf(rule.until) : Number.POSITIVE_INFINITY
  const isNamed = matcherOf(explicitRule(rule, start))
  const { period, days } = periodsOf(rule)
  const origin = period(first)
  const passed = Math.max(0, Math.floor((period(from) - origin) / rule.interval))
  for (let current = origin + passed * rule.interval; ; current += rule.interval) {
    const [begin, end] = days(current)
    if (begin > last || dateOf(begin).year > lastYear) return
    for (let day = Math.max(begin, from); day < end; day += 1) {
      if (day > last) return
      if (isNamed(day)) yield textOf(day)
    }
  }
}

/** With the days that a rule takes from its start: "every week" becomes "every week on Monday". */
export function explicitRule(rule: Rule, start: string): Rule {
  const { frequency, byDay, byMonthDay, byMonth } = rule
  if (frequency === 'DAILY' || byDay.length > 0 || byMonthDay.length > 0) return rule
  const first = dayOf(start)
  if (frequency === 'WEEKLY') return { ...rule, byDay: [{ weekday: weekdayOf(first) }] }
  const { month, day } = dateOf(first)
  const months = frequency === 'YEARLY' && byMonth.length === 0 ? [month] : byMonth
  return { ...rule, byMonth: months, byMonthDay: [day] }
}

interface Periods {
  /** The number of the period that a day belongs to. */
  period: (day: number) => number
  /** Its first day, and the first one after it. */
  days: (period: number) => [number, number]
}

function periodsOf({ frequency, weekStart }: Rule): Periods {
  // Day 0, 1 January 1970, was a Thursday.
  const shift = 3 - weekdays.indexOf(weekStart)
  const periods: Record<Frequency, Periods> = {
    DAILY: { period: day => day, days: day => [day, day + 1] },
    WEEKLY: {
      period: day => Math.floor((day + shift) / 7),
      days: week => [week * 7 - shift, week * 7 - shift + 7],
    },
    MONTHLY: {
      period: day => dateOf(day).year * 12 + dateOf(day).month - 1,
      days: month => [firstOfMonth(month), firstOfMonth(month + 1)],
    },
    YEARLY: {
      period: day => dateOf(day).year,
      days: year => [firstOfMonth(year * 12), firstOfMonth(year * 12 + 12)],
    },
  }
  return periods[frequency]
}

/** In every frequency, a day belongs to the rule if each part that the rule has names it. */
function matcherOf({ frequency, byDay, byMonthDay, byMonth }: Rule) {
  const isInYear = frequency === 'YEARLY' && byMonth.length === 0
  return (day: number) => {
    if (byDay.length > 0 && !byDay.some(named => named.weekday === weekdayOf(day))) return false
    const { year, month, day: ofMonth } = dateOf(day)
    if (byMonth.length > 0 && !byMonth.includes(month)) return false
    const monthIndex = year * 12 + month - 1
    const fromEnd = ofMonth - 1 - (firstOfMonth(monthIndex + 1) - firstOfMonth(monthIndex))
    if (byMonthDay.length > 0 && !byMonthDay.includes(ofMonth) && !byMonthDay.includes(fromEnd)) return false
    if (byDay.length === 0) return true
    const begin = firstOfMonth(isInYear ? year * 12 : monthIndex)
    const end = firstOfMonth(isInYear ? year * 12 + 12 : monthIndex + 1)
    return byDay.some(named => named.weekday === weekdayOf(day) && hasOrdinal(named, day, begin, end))
  }
}

function hasOrdinal({ ordinal }: RuleDay, day: number, begin: number, end: number) {
  if (ordinal === undefined) return true
  if (ordinal > 0) return Math.floor((day - begin) / 7) + 1 === ordinal
  return Math.floor((end - 1 - day) / 7) + 1 === -ordinal
}

/** Days since 1 January 1970. */
function dayOf(date: string) {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
}

function textOf(day: number) {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

function dateOf(day: number) {
  const date = new Date(day * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function weekdayOf(day: number) {
  return weekdays[(((day + 3) % 7) + 7) % 7] as (typeof weekdays)[number]
}

/** Returns the first day of a month; months are counted from the year 0. */
function firstOfMonth(month: number) {
  return Date.UTC(Math.floor(month / 12), ((month % 12) + 12) % 12, 1) / DAY_MS
}

export function addDays(date: string, days: number) {
  return textOf(dayOf(date) + days)
}

export function daysBetween(from: string, to: string) {
  return dayOf(to) - dayOf(from)
}
