import { ErrorState } from '@atrium/ui/feedback/states'
import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../data/current-user.ts'
import { DayChart, InstallationFacts, NewestFailures } from '../features/dashboard/dashboard-sections.tsx'
import { DashboardSkeleton, Figures } from '../features/dashboard/figures.tsx'
import { SetUp } from '../features/dashboard/set-up.tsx'
import { statisticsQuery } from '../features/dashboard/statistics.queries.ts'
import { PageFrame } from './page-frame.tsx'

export default function DashboardPage() {
  const { t } = useTranslation(['app', 'ui'])
  const hasPermission = useHasPermission()
  const { data: statistics, error, isPending, isFetching, refetch } = useQuery(statisticsQuery)
  return (
    <PageFrame title={t('ui:administration.pages.dashboard')} lead={t('dashboard.lead')}>
      {isPending && <DashboardSkeleton />}
      {!statistics && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {statistics && (
        <>
          <SetUp steps={statistics.setUp} />
          <Figures statistics={statistics} />
          <DayChart
            title={t('dashboard.charts.signIns')}
            text={t('dashboard.charts.utc')}
            days={statistics.days}
            series={[
              { name: 'signIns', label: t('dashboard.charts.succeeded'), color: 'cobalt.5' },
              { name: 'failedSignIns', label: t('dashboard.charts.failed'), color: 'red.6' },
            ]}
          />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <DayChart
              title={t('dashboard.charts.newUsers')}
              text={t('dashboard.charts.utc')}
              days={statistics.days}
              series={[{ name: 'newUsers', label: t('dashboard.charts.newUsers'), color: 'teal.6' }]}
            />
            <Stack gap="lg">
              <InstallationFacts statistics={statistics} />
              {hasPermission('rbac.permissions.manage') && <NewestFailures />}
            </Stack>
          </SimpleGrid>
        </>
      )}
    </PageFrame>
  )
}
