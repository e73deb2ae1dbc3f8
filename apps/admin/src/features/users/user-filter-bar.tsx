import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ru'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconCalendarEvent } from '@atrium/ui/icons'
import { Box, Button, Group, Select } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoles } from '../../data/roles.ts'
import type { UserFilters } from './user.queries.ts'

interface UserFilterBarProps {
  filters: UserFilters
  onChange: (changes: UserFilters) => void
}

const none = { search: undefined, status: undefined, role: undefined, from: undefined, to: undefined }

export function UserFilterBar({ filters, onChange }: UserFilterBarProps) {
  const { t } = useTranslation()
  const { data: roles } = useRoles()
  const [clearings, setClearings] = useState(0)
  const isFiltered = Object.keys(none).some(name => filters[name as keyof typeof none])
  const statuses = (['active', 'archived', 'all'] as const).map(value => ({
    value,
    label: t(`users.filters.statuses.${value}`),
  }))
  const clear = () => {
    setClearings(clearings + 1)
    onChange(none)
  }
  return (
    <Group gap="sm" role="search" align="flex-end">
      <Box flex="1 1 15rem">
        <SearchBox
          key={clearings}
          label={t('users.search')}
          initialText={filters.search}
          onSearch={search => onChange({ search: search || undefined })}
        />
      </Box>
      <Select
        flex="1 1 8rem"
        aria-label={t('users.filters.status')}
        data={statuses}
        value={filters.status ?? 'active'}
        onChange={status => onChange({ status: status === 'active' ? undefined : (status ?? undefined) })}
        allowDeselect={false}
      />
      {roles && (
        <Select
          flex="1 1 9rem"
          aria-label={t('users.filters.role')}
          placeholder={t('users.filters.anyRole')}
          data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filters.role ?? null}
          onChange={role => onChange({ role: role ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t('users.filters.anyRole') }}
        />
      )}
      <CreatedRange {...filters} onChange={onChange} />
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          {t('users.filters.clear')}
        </Button>
      )}
    </Group>
  )
}

interface CreatedRangeProps {
  from?: string
  to?: string
  onChange: (range: { from: string | undefined; to: string | undefined }) => void
}

/** The first and last day of registration. */
function CreatedRange({ from, to, onChange }: CreatedRangeProps) {
  const { t, i18n } = useTranslation()
  // After the first of two clicks there is no range yet.
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
