import { getHealthReport } from '@atrium/identity/admin/health/health.contract'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { itemQuery } from '../api.ts'
import { FindingList } from '../features/health/finding-list.tsx'
import { describeHealth, type Finding, type Status } from '../features/health/findings.ts'
import { InstanceTable } from '../features/health/instance-table.tsx'
import { RetentionTable } from '../features/health/retention-table.tsx'
import { PageFrame } from './page-frame.tsx'

const healthQuery = { ...itemQuery(['health'], getHealthReport), refetchInterval: 30_000 }

export default function HealthPage() {
  const { t } = useTranslation(['app', 'ui'])
  const { data: report, error, dataUpdatedAt, isFetching, refetch } = useQuery(healthQuery)
  const findings = report ? describeHealth(report, dataUpdatedAt) : []
  return (
    <PageFrame title={t('ui:administration.pages.health')} lead={t('health.lead')}>
      {!report && !error && <RowsSkeleton />}
      {!report && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {report && (
        <>
          <Summary findings={findings} />
          <FindingList findings={findings} />
          <InstanceTable report={report} />
          <RetentionTable report={report} />
        </>
      )}
    </PageFrame>
  )
}

function Summary({ findings }: { findings: Finding[] }) {
  const { t } = useTranslation()
  const count = (status: Status) => findings.filter(each => each.status === status).length
  const [failures, warnings] = [count('failure'), count('warning')]
  if (failures > 0) return <Alert color="red">{t('health.summary.failures', { count: failures })}</Alert>
  if (warnings > 0) return <Alert color="amber">{t('health.summary.warnings', { count: warnings })}</Alert>
  return <Alert color="teal">{t('health.summary.fine')}</Alert>
}
