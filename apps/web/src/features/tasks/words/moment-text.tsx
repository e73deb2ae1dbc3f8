import { useTranslation } from 'react-i18next'

const units = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const
const AS_DATE_AFTER_DAYS = 7

/** “5 minutes ago”, or the date after a week; the exact time is in the tooltip. */
export function MomentText({ value }: { value: string }) {
  const { i18n } = useTranslation()
  const date = new Date(value)
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={value} title={exact.format(date)}>
      {momentInWords(date, i18n.language)}
    </time>
  )
}

export function momentInWords(date: Date, language: string) {
  const seconds = Math.min(0, (date.getTime() - Date.now()) / 1000)
  if (-seconds > AS_DATE_AFTER_DAYS * 86_400) {
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(date)
  }
  const [unit, length] = units.findLast(([, length]) => -seconds >= length) ?? ['second', 60]
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return unit === 'second'
    ? relative.format(0, 'second')
    : relative.format(Math.round(seconds / length), unit)
}
