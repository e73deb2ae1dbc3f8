import { useTranslation } from 'react-i18next'
import { durationText } from './durations.ts'

export function DateText({ value, withTime = false }: { value: string; withTime?: boolean }) {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    ...(withTime && { timeStyle: 'short' }),
  })
  return <time dateTime={value}>{format.format(new Date(value))}</time>
}

export function DurationText({ seconds }: { seconds: number }) {
  const { i18n } = useTranslation()
  return durationText(seconds, i18n.language)
}
