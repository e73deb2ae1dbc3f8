import { daysUntil } from '../../data/days.ts'

const SOON_DAYS = 6

/** “tomorrow”, “in 3 days”, “12 Mar”: near days by their distance, far ones by their date. */
export function dayInWords(day: string, today: string, language: string) {
  const days = daysUntil(day, today)
  if (Math.abs(days) <= SOON_DAYS) return formats(language).distance.format(days, 'day')
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return formats(language)[isThisYear ? 'date' : 'dateWithYear'].format(new Date(`${day}T00:00:00Z`))
}

/** “40m”, “1.5h”. */
export function shortDuration(seconds: number, language: string) {
  const { hours, minutes } = formats(language)
  return seconds < 3600 ? minutes.format(Math.round(seconds / 60)) : hours.format(seconds / 3600)
}

const made = new Map<string, ReturnType<typeof makeFormats>>()

// Making one costs more than drawing a card.
function formats(language: string) {
  const known = made.get(language) ?? makeFormats(language)
  made.set(language, known)
  return known
}

function makeFormats(language: string) {
  const unit = { style: 'unit', unitDisplay: 'narrow', maximumFractionDigits: 1 } as const
  const date = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return {
    distance: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
    date: new Intl.DateTimeFormat(language, date),
    dateWithYear: new Intl.DateTimeFormat(language, { ...date, year: 'numeric' }),
    hours: new Intl.NumberFormat(language, { ...unit, unit: 'hour' }),
    minutes: new Intl.NumberFormat(language, { ...unit, unit: 'minute' }),
  }
}
