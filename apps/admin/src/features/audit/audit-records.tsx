import { EmptyState } from '@atrium/ui/empty-state'
import { ErrorState } from '@atrium/ui/error-state'
import { IconHistory } from '@atrium/ui/icons'
import { useLastPage } from '@atrium/ui/last-page'
import { PageSwitch } from '@atrium/ui/page-switch'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AuditFilters, auditQuery } from './audit.queries.ts'
import { AuditTable } from './audit-table.tsx'

interface AuditRecordsProps {
  filters: AuditFilters
  page: number
  onPage: (page: number) => void
}

/** One page of what was done. */
export function AuditRecords({ filters, page, onPage }: AuditRecordsProps) {
  const { t } = useTranslation()
  const { data: records, error, isFetching, refetch } = useQuery(auditQuery(filters, page))
  useLastPage(records, onPage)
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
