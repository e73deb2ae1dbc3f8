import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ru'
import { IconCalendarEvent } from '@atrium/ui/icons'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface DayRangeProps {
  from: string | undefined
  to: string | undefined
  onChange: (range: { from: string | undefined; to: string | undefined }) => void
}

export function DayRange({ from, to, onChange }: DayRangeProps) {
  const { t, i18n } = useTranslation()
  // The first of two clicks is no range yet.
  const [begun, setBegun] = useState<string>()
  const label = t('audit.filters.days')
  return (
    <DatePickerInput
      type="range"
      label={label}
      placeholder={t('audit.filters.anyDay')}
      locale={i18n.language}
      firstDayOfWeek={1}
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': t('audit.filters.clear', { filter: label }) }}
      leftSection={<IconCalendarEvent size={16} stroke={1.75} />}
      value={begun ? [begun, null] : [from ?? null, to ?? null]}
      onChange={([first, last]) => {
        if (first && !last) return setBegun(first)
        setBegun(undefined)
        onChange({ from: first ?? undefined, to: last ?? undefined })
      }}
      onDropdownClose={() => setBegun(undefined)}
    />
  )
}
