import { createDurationFormat } from '@atrium/ui/durations'
import { daysUntil } from '../../../data/days.ts'

const RELATIVE_DAYS = 6

export type CardFormats = ReturnType<typeof createCardFormats>

/** Creating the formatters costs more than rendering a card, so the board creates them once for all of its cards. */
export function createCardFormats(language: string) {
  const date = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const thisYear = new Intl.DateTimeFormat(language, date)
  const otherYear = new Intl.DateTimeFormat(language, { ...date, year: 'numeric' })
  return {
    /** “tomorrow”, “in 3 days”, “12 Mar”: relative when it is near. */
    day(day: string, today: string) {
      const days = daysUntil(day, today)
      if (Math.abs(days) <= RELATIVE_DAYS) return relative.format(days, 'day')
      const isThisYear = day.slice(0, 4) === today.slice(0, 4)
      return (isThisYear ? thisYear : otherYear).format(new Date(`${day}T00:00:00Z`))
    },
    duration: createDurationFormat(language),
  }
}
