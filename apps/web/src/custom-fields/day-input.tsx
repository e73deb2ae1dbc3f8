import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { IconCalendarEvent } from '@atrium/ui/icons'
import { DatePickerInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'

interface DayInputProps {
  label: string
  value: string | null
  isRequired: boolean
  error?: string | undefined
  onChange: (day: string | null) => void
}

export default function DayInput({ label, value, isRequired, error, onChange }: DayInputProps) {
  const { t } = useTranslation()
  return (
    <DatePickerInput
      {...useCalendarProps()}
      label={label}
      placeholder={t('tasks.fields.noDate')}
      value={value}
      onChange={day => onChange(day)}
      weekendDays={[]}
      leftSection={<IconCalendarEvent size={16} stroke={1.75} />}
      clearable={!isRequired}
      clearButtonProps={{ 'aria-label': t('tasks.fields.clearDate') }}
      highlightToday
      required={isRequired}
      error={error}
      popoverProps={{ withinPortal: true }}
    />
  )
}
