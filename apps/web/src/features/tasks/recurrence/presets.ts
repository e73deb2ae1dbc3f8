import { type Rule, type RuleDay, weekdays } from '@atrium/tasks/tasks/recurrence/rule.contract'

/** Rules that a click chooses, for a task with this date. */
export function presetRules(date: string) {
  const { weekday, day, month } = partsOf(date)
  return [
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    `FREQ=WEEKLY;BYDAY=${weekday}`,
    `FREQ=MONTHLY;BYMONTHDAY=${day}`,
    `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`,
  ]
}

/** The parts of a rule that say which days of a month or a year. */
export type RuleDays = Pick<Rule, 'byDay' | 'byMonthDay' | 'byMonth'>

/** The days of a month, or of a year, that are likely for a task with this date. */
export function daysOfPeriod(frequency: 'MONTHLY' | 'YEARLY', date: string): RuleDays[] {
  const { weekday, day, month } = partsOf(date)
  const byMonth = frequency === 'YEARLY' ? [month] : []
  const ordinal = Math.ceil(day / 7)
  const onDay = (ofMonth: number): RuleDays => ({ byMonth, byMonthDay: [ofMonth], byDay: [] })
  const onWeekday = (one: RuleDay): RuleDays => ({ byMonth, byMonthDay: [], byDay: [one] })
  return [
    onDay(day),
    ...(frequency === 'MONTHLY' ? [onDay(-1)] : []),
    ...(ordinal < 5 ? [onWeekday({ weekday, ordinal })] : []),
    onWeekday({ weekday, ordinal: -1 }),
  ]
}

/** What a rule gets when its frequency is chosen. */
export function defaultDays(frequency: Rule['frequency'], date: string): RuleDays {
  const none = { byDay: [], byMonthDay: [], byMonth: [] }
  if (frequency === 'DAILY') return none
  if (frequency === 'WEEKLY') return { ...none, byDay: [{ weekday: partsOf(date).weekday }] }
  return daysOfPeriod(frequency, date)[0] ?? none
}

function partsOf(date: string) {
  const utc = new Date(date)
  const weekday = weekdays[(utc.getUTCDay() + 6) % 7] as (typeof weekdays)[number]
  return { weekday, day: utc.getUTCDate(), month: utc.getUTCMonth() + 1 }
}
