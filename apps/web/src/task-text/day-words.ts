import { plainText, withoutAccents } from '@atrium/texts/plain-text'
import type { Words } from '@atrium/texts/word-pack'
import { packsFor } from '@atrium/texts/words'
import { addDays, mondayOf } from '../data/days.ts'
import { isDay } from '../data/search-params.ts'

/**
 * A day in the words of a language or in English: `tomorrow`, `fri`, `24 dec`, `in 3 days`, `24.12`. A weekday is the next one after
 * today, and a date without a year is the next one from today on.
 */
export function parseDay(text: string, today: string, language: string): string | undefined {
  const patterns = patternsIn(language)
  const phrase = plainText(text).trim().replace(/\s+/g, ' ').replace(patterns.leading, '')
  return (
    relativeDay(phrase, today, patterns) ??
    weekday(phrase, today, patterns) ??
    dateOf(phrase, today, patterns)
  )
}

type Patterns = ReturnType<typeof createPatterns>
const known = new Map<string, Patterns>()

function patternsIn(language: string) {
  const patterns = known.get(language) ?? createPatterns(packsFor(language))
  known.set(language, patterns)
  return patterns
}

function createPatterns(packs: Words[]) {
  const anyOf = (pick: (words: Words) => string) => withoutAccents(packs.map(pick).join('|'))
  const exactly = (pick: (words: Words) => string) => new RegExp(`^(?:${anyOf(pick)})$`, 'u')
  const ordinal = `(?:${anyOf(words => words.ordinals)})?`
  return {
    leading: new RegExp(`^(?:${anyOf(words => words.beforeDay)}) `, 'u'),
    // The language comes first, and wins if a word means something else in English.
    offsets: new Map(
      packs
        .toReversed()
        .flatMap(({ days }) =>
          Object.entries(days).map(([word, offset]) => [plainText(word), offset] as const),
        ),
    ),
    inSome: new RegExp(
      `^(?:${anyOf(words => words.inSome)}) (?:(\\d{1,3}|${anyOf(words => words.one)}) )?(\\p{L}+)$`,
      'u',
    ),
    nextWeek: exactly(words => words.nextWeek),
    next: new RegExp(`^(?:${anyOf(words => words.next)}) `, 'u'),
    units: {
      day: exactly(words => words.day),
      week: exactly(words => words.week),
      month: exactly(words => words.month),
    },
    weekdays: packs.flatMap(words =>
      words.weekdays.map((names, index) => ({
        index,
        pattern: new RegExp(`^(?:${withoutAccents(names)})$`, 'u'),
      })),
    ),
    months: packs.flatMap(words => words.months.map((names, index) => ({ number: index + 1, names }))),
    dayAndMonth: new RegExp(`^(\\d{1,2})${ordinal} (\\p{L}+)\\.?,?(?: (\\d{4}))?$`, 'u'),
    monthAndDay: new RegExp(`^(\\p{L}+)\\.? (\\d{1,2})${ordinal},?(?: (\\d{4}))?$`, 'u'),
  }
}

function relativeDay(phrase: string, today: string, { offsets, nextWeek, inSome, units }: Patterns) {
  const offset = offsets.get(phrase)
  if (offset !== undefined) return addDays(today, offset)
  if (nextWeek.test(phrase)) return addDays(mondayOf(today), 7)
  const [, amount, unit = ''] = inSome.exec(phrase) ?? []
  const count = amount && /\d/.test(amount) ? Number(amount) : 1
  if (units.day.test(unit)) return addDays(today, count)
  if (units.week.test(unit)) return addDays(today, 7 * count)
  return units.month.test(unit) ? addMonths(today, count) : undefined
}

/** On the last day of the month if it is shorter. */
function addMonths(day: string, months: number) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return addDays(first.toISOString().slice(0, 10), Math.min(date, last) - 1)
}

function weekday(phrase: string, today: string, { weekdays, next }: Patterns) {
  const name = phrase.replace(next, '')
  const { index } = weekdays.find(({ pattern }) => pattern.test(name)) ?? {}
  if (index === undefined) return undefined
  const thisWeek = addDays(mondayOf(today), index)
  const isOver = thisWeek <= today
  return isOver || name !== phrase ? addDays(thisWeek, 7) : thisWeek
}

const SHORTEST_MONTH = 3

function dateOf(phrase: string, today: string, { dayAndMonth, monthAndDay, months }: Patterns) {
  if (isDay(phrase)) return phrase
  const numeric = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d{2}))?\.?$/.exec(phrase)
  if (numeric) return nextDate(today, numeric[1], Number(numeric[2]), numeric[3])
  const dayFirst = dayAndMonth.exec(phrase)
  if (dayFirst) return nextDate(today, dayFirst[1], monthOf(months, dayFirst[2]), dayFirst[3])
  const monthFirst = monthAndDay.exec(phrase)
  return monthFirst
    ? nextDate(today, monthFirst[2], monthOf(months, monthFirst[1]), monthFirst[3])
    : undefined
}

function monthOf(months: Patterns['months'], word = '') {
  if (word.length < SHORTEST_MONTH) return 0
  return months.find(({ names }) => names.some(name => plainText(name).startsWith(word)))?.number ?? 0
}

/** Leap days come every eight years at the latest. */
const YEARS_AHEAD = 8

function nextDate(today: string, date = '', month = 0, year?: string) {
  const inYear = (number: number) => `${number}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
  if (year) {
    const day = inYear(year.length === 2 ? 2000 + Number(year) : Number(year))
    return isDay(day) ? day : undefined
  }
  const thisYear = Number(today.slice(0, 4))
  return Array.from({ length: YEARS_AHEAD + 1 }, (_, ahead) => inYear(thisYear + ahead)).find(
    day => isDay(day) && day >= today,
  )
}
