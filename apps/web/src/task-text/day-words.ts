import { addDays, mondayOf } from '../data/days.ts'
import { isDay } from '../data/search-params.ts'

/**
 * A day in words, in English or Russian: `tomorrow`, `fri`, `24 dec`, `in 3 days`, `пт`, `до 24 декабря`, `24.12`. A weekday is the
 * next one after today, and a date without a year is the next one from today on.
 */
export function parseDay(text: string, today: string): string | undefined {
  const phrase = text.trim().toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').replace(leading, '')
  return relativeDay(phrase, today) ?? weekday(phrase, today) ?? dateOf(phrase, today)
}

const leading = /^(on|by|due|в|во|до|к|ко|на) /

const offsets = new Map([
  ['today', 0],
  ['tod', 0],
  ['tomorrow', 1],
  ['tmrw', 1],
  ['tmr', 1],
  ['сегодня', 0],
  ['завтра', 1],
  ['послезавтра', 2],
])
const inSome = /^(?:in|через) (?:(\d{1,3}|an?|one|один|одну) )?(\p{L}+)$/u
const nextWeek = /^(next week|след(ующ\p{L}+|\.)? недел[яюе])$/u

function relativeDay(phrase: string, today: string) {
  const offset = offsets.get(phrase)
  if (offset !== undefined) return addDays(today, offset)
  if (nextWeek.test(phrase)) return addDays(mondayOf(today), 7)
  const [, amount, unit = ''] = inSome.exec(phrase) ?? []
  const count = amount && /\d/.test(amount) ? Number(amount) : 1
  if (/^(days?|день|дня|дней)$/.test(unit)) return addDays(today, count)
  if (/^(weeks?|недел[юиь]|недель)$/.test(unit)) return addDays(today, 7 * count)
  return /^(months?|месяц|месяца|месяцев)$/.test(unit) ? addMonths(today, count) : undefined
}

/** On the last day of the month if it is shorter. */
function addMonths(day: string, months: number) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return addDays(first.toISOString().slice(0, 10), Math.min(date, last) - 1)
}

const weekdays = [
  /^(mon|monday|пн|понедельник[ау]?)$/,
  /^(tue|tues|tuesday|вт|вторник[ау]?)$/,
  /^(wed|weds|wednesday|ср|сред[аеуы])$/,
  /^(thu|thur|thurs|thursday|чт|четверг[ау]?)$/,
  /^(fri|friday|пт|пятниц[аеуы])$/,
  /^(sat|saturday|сб|суббот[аеуы])$/,
  /^(sun|sunday|вс|воскресень[еюя])$/,
]

function weekday(phrase: string, today: string) {
  const name = phrase.replace(/^(next|след(ующ\p{L}+|\.)?) /u, '')
  const index = weekdays.findIndex(pattern => pattern.test(name))
  if (index < 0) return undefined
  const thisWeek = addDays(mondayOf(today), index)
  const isOver = thisWeek <= today
  return isOver || name !== phrase ? addDays(thisWeek, 7) : thisWeek
}

const months = [
  ['january', 'январь', 'января'],
  ['february', 'февраль', 'февраля'],
  ['march', 'март', 'марта'],
  ['april', 'апрель', 'апреля'],
  ['may', 'май', 'мая'],
  ['june', 'июнь', 'июня'],
  ['july', 'июль', 'июля'],
  ['august', 'август', 'августа'],
  ['september', 'сентябрь', 'сентября'],
  ['october', 'октябрь', 'октября'],
  ['november', 'ноябрь', 'ноября'],
  ['december', 'декабрь', 'декабря'],
]
const SHORTEST_MONTH = 3

function dateOf(phrase: string, today: string) {
  if (isDay(phrase)) return phrase
  const numeric = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d{2}))?\.?$/.exec(phrase)
  if (numeric) return nextDate(today, numeric[1], Number(numeric[2]), numeric[3])
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|-?го|-?е)? (\p{L}+)\.?,?(?: (\d{4}))?$/u.exec(phrase)
  if (dayFirst) return nextDate(today, dayFirst[1], monthOf(dayFirst[2]), dayFirst[3])
  const monthFirst = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,?(?: (\d{4}))?$/u.exec(phrase)
  return monthFirst ? nextDate(today, monthFirst[2], monthOf(monthFirst[1]), monthFirst[3]) : undefined
}

function monthOf(word = '') {
  if (word.length < SHORTEST_MONTH) return 0
  return months.findIndex(names => names.some(name => name.startsWith(word))) + 1
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
