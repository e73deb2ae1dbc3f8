import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { DatePicker } from '@mantine/dates'

interface CalendarProps {
  value: string | null
  minDate: string | null
  onChange: (day: string | null) => void
}

/** A module of its own, because the calendar is large and only needed here. */
export function Calendar({ value, minDate, onChange }: CalendarProps) {
  return (
    <DatePicker
      {...useCalendarProps()}
      w="fit-content"
      mx="auto"
      pb="sm"
      size="xs"
      value={value}
      defaultDate={value ?? undefined}
      onChange={onChange}
      minDate={minDate ?? undefined}
      weekendDays={[]}
      highlightToday
    />
  )
}
