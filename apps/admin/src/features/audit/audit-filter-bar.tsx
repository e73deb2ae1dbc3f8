import { Select, SimpleGrid } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditFilters } from './audit.queries.ts'
import { actionChoices } from './audit-actions.ts'
import { DayRange } from './day-range.tsx'

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
