import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ru'
import { IconCalendarEvent } from '@atrium/ui/icons'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface CreatedRangeProps {
  from?: string
  to?: string
  onChange: (range: { from: string | undefined; to: string | undefined }) => void
}

/** The days between which users were registered, both included. */
export function CreatedRange({ from, to, onChange }: CreatedRangeProps) {
  const { t, i18n } = useTranslation()
  // The first of two clicks is no range yet.
  const [begun, setBegun] = useState<string>()
  return (
    <DatePickerInput
      type="range"
      flex="1 1 14rem"
      aria-label={t('users.filters.created')}
      placeholder={t('users.filters.created')}
      locale={i18n.language}
      firstDayOfWeek={1}
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': t('users.filters.anyTime') }}
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
