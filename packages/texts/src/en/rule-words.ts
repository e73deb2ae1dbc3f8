import {
  dayOfYear,
  isEveryWeekday,
  type Rule,
  type RuleDay,
  type RuleWords,
  weekdayIndex,
} from '../rule-words.ts'

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth']

const list = (words: string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat('en-GB', { type }).format(words)

export const englishWords: RuleWords = {
  everyWeekday: 'every weekday',
  every: rule => (rule.interval === 1 ? `every ${units[rule.frequency]}` : `every ${amountOf(rule)}`),
  days: daysOf,
  afterCompletion: rule => `${amountOf(rule)} after completion`,
  times: count => (count === 1 ? 'once' : `${count} times`),
  until: day => `until ${day}`,
}

function amountOf({ interval, frequency }: Rule) {
  return `${numbers[interval] ?? interval} ${units[frequency]}${interval === 1 ? '' : 's'}`
}

function daysOf(rule: Rule) {
  const { byDay, byMonthDay, byMonth } = rule
  const single = dayOfYear(rule)
  if (single) return `on ${monthName(single.month)} ${single.day}`
  const months = list(byMonth.map(monthName))
  const hasOrdinals = byDay.some(({ ordinal }) => ordinal !== undefined)
  const suffix =
    byMonth.length > 0 ? ` ${hasOrdinals ? 'of' : 'in'} ${months}` : hasOrdinals ? ofPeriod(rule) : ''
  return `${namedDays(rule, byMonthDay)}${suffix}`.trim()
}

/** The month goes without saying in a monthly rule. */
function ofPeriod({ frequency }: Rule) {
  return frequency === 'YEARLY' ? ' of the year' : ''
}

function namedDays(rule: Rule, byMonthDay: readonly number[]) {
  const { byDay, frequency } = rule
  const weekdays = byDay.map(({ weekday }) => dayNames[weekdayIndex(weekday)] ?? '')
  if (byMonthDay.length > 0) {
    const days = `on the ${list(byMonthDay.map(monthDay))}`
    return byDay.length > 0 ? `${days} if it is a ${list(weekdays, 'disjunction')}` : days
  }
  if (byDay.length === 0) return ''
  if (frequency === 'DAILY') return `if it is a ${list(weekdays, 'disjunction')}`
  if (isEveryWeekday(rule)) return 'on weekdays'
  if (frequency === 'WEEKLY') return `on ${list(weekdays)}`
  return `on ${list(byDay.map(ordinalDay))}`
}

function monthDay(day: number) {
  if (day > 0) return ordinalNumber(day)
  return day === -1 ? 'last day' : `${ordinalNumber(-day)} to last day`
}

function ordinalDay({ weekday, ordinal }: RuleDay) {
  const day = dayNames[weekdayIndex(weekday)]
  if (ordinal === undefined) return `every ${day}`
  if (ordinal > 0) return `the ${ordinals[ordinal] ?? ordinalNumber(ordinal)} ${day}`
  return ordinal === -1
    ? `the last ${day}`
    : `the ${ordinals[-ordinal] ?? ordinalNumber(-ordinal)} to last ${day}`
}

const endings = { one: 'st', two: 'nd', few: 'rd', other: 'th' } as Record<string, string>

function ordinalNumber(number: number) {
  return `${number}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)]}`
}

function monthName(month: number) {
  return new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1))
}
