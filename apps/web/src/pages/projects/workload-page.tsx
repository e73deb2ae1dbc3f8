import { pageTitle } from '@atrium/ui/branding'
import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconUsers } from '@atrium/ui/icons'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Box, Card, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../data/account/user-settings.ts'
import { workloadQuery } from '../../features/reports/portfolio/portfolio.queries.ts'
import { WorkloadTable } from '../../features/reports/portfolio/workload-table.tsx'
import { ProjectsSwitch } from './projects-switch.tsx'

const periods = [7, 14, 28] as const
const USUAL = 14

export function WorkloadPage() {
  const { t } = useTranslation()
  const today = useToday()
  const [days, setDays] = useState(USUAL)
  const query = useQuery(workloadQuery(today, days))
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query
  return (
    <PageContainer>
      <title>{pageTitle(t('reports.workload.title'))}</title>
      <Title order={1} mb="lg">
        {t('projects.title')}
      </Title>
      <ProjectsSwitch page="workload" />
      <Group justify="space-between" mb="md" gap="sm">
        <Text c="dimmed" flex="1 1 20rem">
          {t('reports.workload.text')}
        </Text>
        <SegmentedControl
          aria-label={t('reports.workload.period')}
          data={periods.map(count => ({ value: String(count), label: t(`reports.workload.days${count}`) }))}
          value={String(days)}
          onChange={value => setDays(Number(value))}
        />
      </Group>
      {isPending && <RowsSkeleton />}
      {!data && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {data?.people.length === 0 && (
        <EmptyState
          icon={IconUsers}
          title={t('reports.workload.emptyTitle')}
          text={t('reports.workload.emptyText')}
        />
      )}
      {data && data.people.length > 0 && (
        <Card shadow="xs" padding="xs">
          <Box opacity={isPlaceholderData ? 0.6 : 1}>
            <WorkloadTable workload={data} />
          </Box>
        </Card>
      )}
    </PageContainer>
  )
}
