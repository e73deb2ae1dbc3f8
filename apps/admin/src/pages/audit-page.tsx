import { EmptyState } from '@atrium/ui/empty-state'
import { ErrorState } from '@atrium/ui/error-state'
import { IconHistory } from '@atrium/ui/icons'
import { PageSwitch } from '@atrium/ui/page-switch'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { Card, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type AuditFilters, auditQuery } from '../features/audit/audit.queries.ts'
import { AuditFilterBar } from '../features/audit/audit-filter-bar.tsx'
import { AuditTable } from '../features/audit/audit-table.tsx'
import { ExportAudit } from '../features/audit/export-audit.tsx'
import { UserSelect } from '../features/user-choice/user-select.tsx'
import { PageFrame } from './page-frame.tsx'

export function AuditPage() {
  const { t } = useTranslation()
  const { page = '1', ...filters } = useSearch({ from: '/admin/audit' })
  const navigate = useNavigate({ from: '/admin/audit' })
  const change = (changes: AuditFilters) => void navigate({ search: { ...filters, ...changes } })
  const userSelect = (
    <UserSelect
      label={t('audit.filters.user')}
      placeholder={t('audit.filters.anyUser')}
      userId={Number(filters.user) || undefined}
      onChange={id => change({ user: id?.toString() })}
    />
  )
  return (
    <PageFrame
      title={t('navigation.audit')}
      lead={t('audit.lead')}
      actions={<ExportAudit filters={filters} />}
    >
      <Card shadow="xs">
        <AuditFilterBar filters={filters} onChange={change} userSelect={userSelect} />
      </Card>
      <AuditRecords
        filters={filters}
        page={Number(page) || 1}
        onPage={next => void navigate({ search: { ...filters, page: String(next) } })}
      />
    </PageFrame>
  )
}

interface AuditRecordsProps {
  filters: AuditFilters
  page: number
  onPage: (page: number) => void
}

function AuditRecords({ filters, page, onPage }: AuditRecordsProps) {
  const { t } = useTranslation()
  const { data: records, error, isFetching, refetch } = useQuery(auditQuery(filters, page))
  if (!records && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!records) return <RowsSkeleton />
  if (records.items.length === 0)
    return (
      <EmptyState
        icon={<IconHistory stroke={1.5} />}
        title={t('audit.empty.title')}
        text={t('audit.empty.text')}
      />
    )
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {t('audit.count', { count: records._meta.total })}
      </Text>
      <AuditTable records={records.items} />
      <PageSwitch page={page} pages={records._meta.pages} onChange={onPage} />
    </>
  )
}
