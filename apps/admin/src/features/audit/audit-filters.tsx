import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { saveFile } from '@atrium/ui/files'
import { DayRangeInput } from '@atrium/ui/forms/day-range-input'
import { IconChevronDown, IconDownload } from '@atrium/ui/icons'
import { Button, Group, Menu, NativeSelect, Select, SimpleGrid } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditFilters, auditExportAddress, readAuditRecords } from './audit.queries.ts'
import { actionChoices, auditCsv } from './audit-text.ts'

interface AuditFilterBarProps {
  filters: AuditFilters
  onChange: (changes: AuditFilters) => void
  userSelect: ReactNode
}

export function AuditFilterBar({ filters, onChange, userSelect }: AuditFilterBarProps) {
  const { t } = useTranslation()
  const choices = useMemo(() => actionChoices(t), [t])
  const label = t('audit.filters.action')
  const daysLabel = t('audit.filters.days')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} role="search">
      <NativeSelect
        label={t('audit.filters.service')}
        data={(['identity', 'tasks'] as const).map(value => ({
          value,
          label: t(`audit.export.services.${value}`),
        }))}
        value={filters.service ?? 'identity'}
        onChange={({ currentTarget }) =>
          onChange({ service: currentTarget.value === 'tasks' ? 'tasks' : undefined })
        }
      />
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
      <DayRangeInput
        label={daysLabel}
        placeholder={t('audit.filters.anyDay')}
        clearable
        clearButtonProps={{ 'aria-label': t('audit.filters.clear', { filter: daysLabel }) }}
        from={filters.from}
        to={filters.to}
        onChange={onChange}
      />
    </SimpleGrid>
  )
}

const EXPORT_PAGE_SIZE = 1000

/** Exports every page that matches the filters. */
export function ExportAudit({ filters }: { filters: AuditFilters }) {
  const { t } = useTranslation()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => readAll(filters, (done, total) => setProgress({ done, total })),
    onSuccess: records => {
      saveFile(`audit-${new Date().toISOString().slice(0, 10)}.csv`, auditCsv(records, t), 'text/csv')
      notifyOfSuccess(t('audit.export.done', { count: records.length }))
    },
    onSettled: () => setProgress(undefined),
  })
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.75} />}
        disabled={isPending}
        onClick={() => mutate()}
      >
        {progress ? t('audit.export.running', progress) : t('audit.export.action')}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} />}>
            {t('audit.export.jsonLines')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['identity', 'tasks'] as const).map(service => (
            <Menu.Item key={service} component="a" href={auditExportAddress(service, filters)} download>
              {t(`audit.export.services.${service}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

/** Oldest first, so that new entries do not shift the pages. */
async function readAll(filters: AuditFilters, onProgress: (done: number, total: number) => void) {
  const records: NamedAuditRecord[] = []
  for (let page = 1; ; page += 1) {
    const { items, _meta } = await readAuditRecords(filters, { page, limit: EXPORT_PAGE_SIZE, orderBy: 'id' })
    records.push(...items)
    onProgress(records.length, _meta.total)
    if (items.length < EXPORT_PAGE_SIZE) return records
  }
}
