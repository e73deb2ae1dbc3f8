import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ru'
import { IconCalendarEvent } from '@atrium/ui/icons'
import { Select, SimpleGrid } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditFilters } from './audit.queries.ts'
import { actionChoices } from './audit-words.ts'

interface AuditFilterBarProps {
  filters: AuditFilters
  onChange: (changes: AuditFilters) => void
  userSelect: ReactNode
}

export function AuditFilterBar({ filters, onChange, userSelect }: AuditFilterBarProps) {
  const { t } = useTranslation()
  const choices = useMemo(() => actionChoices(t), [t])
  const label = t('audit.filters.action')
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} role="search">
      <Select
        label={label}
        placeholder={t('audit.filters.anyAction')}
        data={choices}
        value={filters.action ?? null}
        onChange={action => onChange({ action: action ?? undefined })}
        searchable
        nothingFoundMessage={t('audit.filters.nothing')}
        clearable
        clearButtonProps={{ 'aria-label': t('audit.filters.clear', { filter: label }) }}
        maxDropdownHeight={360}
      />
      {userSelect}
      <DayRange from={filters.from} to={filters.to} onChange={onChange} />
    </SimpleGrid>
  )
}

interface DayRangeProps {
  from: string | undefined
  to: string | undefined
  onChange: (range: { from: string | undefined; to: string | undefined }) => void
}

function DayRange({ from, to, onChange }: DayRangeProps) {
  const { t, i18n } = useTranslation()
  // After the first of two clicks there is no range yet.
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
