import { useTranslation } from 'react-i18next'
import { dayOf, todayIn } from '../../data/days.ts'

/** How long ago, while that is today; then the day and the time. */
export function WhenText({ instant, timeZone }: { instant: string; timeZone: string }) {
  const { i18n } = useTranslation()
  const isToday = dayOf(instant, timeZone) === todayIn(timeZone)
  const text = isToday ? agoText(instant, i18n.language) : dateText(instant, i18n.language, timeZone)
  return <time dateTime={instant}>{text}</time>
}

function agoText(instant: string, language: string) {
  const minutes = Math.round((Date.parse(instant) - Date.now()) / 60_000)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return minutes > -60
    ? format.format(Math.min(0, minutes), 'minute')
    : format.format(Math.round(minutes / 60), 'hour')
}

function dateText(instant: string, language: string, timeZone: string) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return format.format(new Date(instant))
}
