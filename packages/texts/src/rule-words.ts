const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
type Weekday = (typeof weekdays)[number]

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** A weekday, or the first, second or last one of a period. */
export interface RuleDay {
  weekday: Weekday
  ordinal?: number | undefined
}

/** When a task repeats, as far as a sentence says it. */
export interface Rule {
  frequency: Frequency
  interval: number
  byDay: readonly RuleDay[]
  byMonth: readonly number[]
  byMonthDay: readonly number[]
}

/** How a language speaks about rules. */
export interface RuleWords {
  everyWeekday: string
  /** “every two weeks” */
  every: (rule: Rule) => string
  /** “on Monday and Thursday”, or nothing */
  days: (rule: Rule) => string
  /** “two weeks after completion” */
  afterCompletion: (rule: Rule) => string
  times: (count: number) => string
  until: (day: string) => string
}

const workdays: readonly Weekday[] = weekdays.slice(0, 5)

/** From Monday to Friday. */
export function isEveryWeekday({ frequency, byDay, byMonthDay }: Rule) {
  return (
    (frequency === 'WEEKLY' || frequency === 'DAILY') &&
    byMonthDay.length === 0 &&
    byDay.length === workdays.length &&
    byDay.every(({ weekday }) => workdays.includes(weekday))
  )
}

export function weekdayIndex(weekday: Weekday) {
  return weekdays.indexOf(weekday)
}

/** The one month and its days, if a rule names nothing else: “November 16”. */
export function dayOfYear({ frequency, byDay, byMonth, byMonthDay }: Rule) {
  const [month, ...others] = byMonth
  const [day, ...otherDays] = byMonthDay
  const isOne = month !== undefined && day !== undefined && others.length + otherDays.length === 0
  return frequency === 'YEARLY' && byDay.length === 0 && isOne && day > 0 ? { month, day } : undefined
}
