import { useTranslation } from 'react-i18next'

/** Today and yesterday by name, other days by date. */
export function DayTitle({ day }: { day: string }) {
  const { i18n } = useTranslation()
  const date = new Date(`${day}T12:00:00`)
  const daysAgo = Math.round((new Date().setHours(12, 0, 0, 0) - date.getTime()) / 86_400_000)
  if (daysAgo === 0 || daysAgo === 1) {
    const text = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(-daysAgo, 'day')
    return <time dateTime={day}>{text.charAt(0).toUpperCase() + text.slice(1)}</time>
  }
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  const format = new Intl.DateTimeFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
  const text = format.format(date)
  return <time dateTime={day}>{text.charAt(0).toUpperCase() + text.slice(1)}</time>
}
