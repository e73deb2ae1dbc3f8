import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ru'
import { DatePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'

interface CalendarProps {
  value: string | null
  minDate: string | null
  onChange: (day: string | null) => void
}

/** A module of its own, because the calendar is large and only needed here. */
export function Calendar({ value, minDate, onChange }: CalendarProps) {
  const { i18n } = useTranslation()
  return (
    <DatePicker
      w="fit-content"
      mx="auto"
      pb="sm"
      size="xs"
      value={value}
      defaultDate={value ?? undefined}
      onChange={onChange}
      minDate={minDate ?? undefined}
      locale={i18n.language}
      firstDayOfWeek={1}
      weekendDays={[]}
      highlightToday
    />
  )
}
