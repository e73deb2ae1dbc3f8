import { addDays, instantOf, mondayOf, todayIn } from '../../../data/days.ts'

const HOUR_MS = 3600 * 1000
const MORNING = '09:00'

export const snoozeChoices = ['later', 'tomorrow', 'nextWeek'] as const
export type SnoozeChoice = (typeof snoozeChoices)[number]

/** Mornings are at nine, in the time zone of the user. */
export function snoozeTime(choice: SnoozeChoice, timeZone: string, now = new Date()) {
  if (choice === 'later') return new Date(now.getTime() + 3 * HOUR_MS)
  const today = todayIn(timeZone, now)
  const day = choice === 'tomorrow' ? addDays(today, 1) : addDays(mondayOf(today), 7)
  return instantOf(day, MORNING, timeZone)
}

/** `Mon 9:00`; for a moment within the next two weeks. */
export function momentText(moment: Date, language: string, timeZone: string) {
  const format: Intl.DateTimeFormatOptions = { weekday: 'short', hour: 'numeric', minute: '2-digit' }
  return new Intl.DateTimeFormat(language, { ...format, timeZone }).format(moment)
}
