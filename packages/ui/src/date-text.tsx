import { useTranslation } from 'react-i18next'

export function DateText({ value }: { value: string }) {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
  return <time dateTime={value}>{format.format(new Date(value))}</time>
}
