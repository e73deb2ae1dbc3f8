const DAY_MS = 24 * 3600_000
const SOON_DAYS = 6

/** The calendar day of here and now, some days off, as the server writes it. */
export function dayOf(offset: number) {
  const date = new Date()
  date.setDate(date.getDate() + offset)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

export function daysUntil(day: string) {
  return Math.round((Date.parse(day) - Date.parse(dayOf(0))) / DAY_MS)
}

/** “tomorrow”, “in 3 days”, “12 Mar”: near days by their distance, far ones by their date. */
export function dayInWords(day: string, language: string) {
  const days = daysUntil(day)
  if (Math.abs(days) <= SOON_DAYS) return formats(language).distance.format(days, 'day')
  const isThisYear = day.slice(0, 4) === dayOf(0).slice(0, 4)
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
