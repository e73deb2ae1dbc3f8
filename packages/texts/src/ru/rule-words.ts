import {
  dayOfYear,
  type Frequency,
  isEveryWeekday,
  type Rule,
  type RuleDay,
  type RuleWords,
  weekdayIndex,
} from '../rule-words.ts'

type Gender = 'm' | 'f' | 'n'

/** Nominative, accusative, dative plural, gender. */
const days: [string, string, string, Gender][] = [
  ['понедельник', 'понедельник', 'понедельникам', 'm'],
  ['вторник', 'вторник', 'вторникам', 'm'],
  ['среда', 'среду', 'средам', 'f'],
  ['четверг', 'четверг', 'четвергам', 'm'],
  ['пятница', 'пятницу', 'пятницам', 'f'],
  ['суббота', 'субботу', 'субботам', 'f'],
  ['воскресенье', 'воскресенье', 'воскресеньям', 'n'],
]

/** Accusative for one, few and many, and “every”. */
const units: Record<Frequency, { forms: [string, string, string]; every: string; gender: Gender }> = {
  DAILY: { forms: ['день', 'дня', 'дней'], every: 'каждый день', gender: 'm' },
  WEEKLY: { forms: ['неделю', 'недели', 'недель'], every: 'каждую неделю', gender: 'f' },
  MONTHLY: { forms: ['месяц', 'месяца', 'месяцев'], every: 'каждый месяц', gender: 'm' },
  YEARLY: { forms: ['год', 'года', 'лет'], every: 'каждый год', gender: 'm' },
}

const numbers = ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять', 'десять']

const ordinals: Record<Gender, string[]> = {
  m: ['', 'первый', 'второй', 'третий', 'четвёртый', 'пятый'],
  f: ['', 'первую', 'вторую', 'третью', 'четвёртую', 'пятую'],
  n: ['', 'первое', 'второе', 'третье', 'четвёртое', 'пятое'],
}
const last: Record<Gender, string> = { m: 'последний', f: 'последнюю', n: 'последнее' }
const endings: Record<Gender, string> = { m: 'й', f: 'ю', n: 'е' }

const monthsIn = 'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре'.split(
  ' ',
)
const monthsOf = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(
  ' ',
)

const list = (words: string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat('ru', { type }).format(words)

export const russianWords: RuleWords = {
  everyWeekday: 'по будням',
  every: ({ frequency, interval }) =>
    interval === 1 ? units[frequency].every : `раз в ${amountOf(frequency, interval)}`,
  days: daysOf,
  afterCompletion: ({ frequency, interval }) => `через ${amountOf(frequency, interval)} после завершения`,
  times: count => `${count} ${plural(count, ['раз', 'раза', 'раз'])}`,
  until: day => `до ${day}`,
}

function amountOf(frequency: Frequency, interval: number) {
  const { forms, gender } = units[frequency]
  const unit = plural(interval, forms)
  if (interval === 1) return unit
  const number = interval === 2 && gender === 'f' ? 'две' : (numbers[interval] ?? interval)
  return `${number} ${unit}`
}

function plural(count: number, [one, few, many]: [string, string, string]) {
  const form = new Intl.PluralRules('ru').select(count)
  return form === 'one' ? one : form === 'few' ? few : many
}

function daysOf(rule: Rule) {
  const { byDay, byMonth } = rule
  const single = dayOfYear(rule)
  if (single) return `${single.day} ${monthsOf[single.month - 1]}`
  const hasOrdinals = byDay.some(({ ordinal }) => ordinal !== undefined)
  return [namedDays(rule), periodOf(rule, hasOrdinals, byMonth)].filter(Boolean).join(' ')
}

function periodOf({ frequency }: Rule, hasOrdinals: boolean, byMonth: readonly number[]) {
  if (byMonth.length === 0) return hasOrdinals && frequency === 'YEARLY' ? 'года' : ''
  if (hasOrdinals) return list(byMonth.map(month => monthsOf[month - 1] ?? ''))
  return `в ${list(byMonth.map(month => monthsIn[month - 1] ?? ''))}`
}

function namedDays(rule: Rule) {
  const { byDay, byMonthDay, frequency } = rule
  const condition = `, если это ${list(
    byDay.map(({ weekday }) => dayOf(weekday)[0]),
    'disjunction',
  )}`
  if (byMonthDay.length > 0) {
    return byDay.length > 0 ? `${monthDays(byMonthDay)}${condition}` : monthDays(byMonthDay)
  }
  if (byDay.length === 0) return ''
  if (frequency === 'DAILY') return condition
  if (isEveryWeekday(rule)) return 'по будням'
  if (byDay.every(({ ordinal }) => ordinal === undefined)) {
    return `по ${list(byDay.map(({ weekday }) => dayOf(weekday)[2]))}`
  }
  return list(byDay.map(ordinalDay))
}

function monthDays(byMonthDay: readonly number[]) {
  const numbered = byMonthDay.filter(day => day > 0).map(day => `${day}-го`)
  const fromEnd = byMonthDay
    .filter(day => day < 0)
    .map(day => (day === -1 ? 'в последний день' : `в ${-day}-й день с конца`))
  return list([...(numbered.length > 0 ? [`${list(numbered)} числа`] : []), ...fromEnd])
}

function ordinalDay({ weekday, ordinal }: RuleDay) {
  const [, accusative, dative, gender] = dayOf(weekday)
  if (ordinal === undefined) return `по ${dative}`
  const number = Math.abs(ordinal)
  const counted = ordinals[gender][number] ?? `${number}-${endings[gender]}`
  if (ordinal === -1) return `в ${last[gender]} ${accusative}`
  const preposition = number === 2 ? 'во' : 'в'
  return `${preposition} ${counted} ${ordinal < 0 ? 'с конца ' : ''}${accusative}`
}

function dayOf(weekday: RuleDay['weekday']) {
  return days[weekdayIndex(weekday)] as (typeof days)[number]
}
