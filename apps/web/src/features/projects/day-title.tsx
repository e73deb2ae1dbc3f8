import { useTranslation } from 'react-i18next'
import { addDays, dayInWords } from '../../data/days.ts'

/** Today and yesterday by name, other days by date. */
export function DayTitle({ day, today }: { day: string; today: string }) {
  const { i18n } = useTranslation()
  const near = [today, addDays(today, -1)].indexOf(day)
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  const text =
    near < 0
      ? dayInWords(day, i18n.language, { weekday: 'long', day: 'numeric', month: 'long', year })
      : new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(-near, 'day')
  return <time dateTime={day}>{text.charAt(0).toUpperCase() + text.slice(1)}</time>
}
