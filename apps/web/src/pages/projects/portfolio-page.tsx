import { pageTitle } from '@atrium/ui/branding'
import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconFolders } from '@atrium/ui/icons'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Card, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../data/account/user-settings.ts'
import { portfolioQuery } from '../../features/reports/portfolio/portfolio.queries.ts'
import { PortfolioTable } from '../../features/reports/portfolio/portfolio-table.tsx'
import { ProjectsSwitch } from './projects-switch.tsx'

export function PortfolioPage() {
  const { t } = useTranslation()
  const today = useToday()
  const { data, error, isPending, isFetching, refetch } = useQuery(portfolioQuery(today))
  return (
    <PageContainer>
      <title>{pageTitle(t('reports.portfolio.title'))}</title>
      <Title order={1} mb="lg">
        {t('projects.title')}
      </Title>
      <ProjectsSwitch page="portfolio" />
      <Text c="dimmed" mb="md">
        {t('reports.portfolio.text')}
      </Text>
      {isPending && <RowsSkeleton />}
      {!data && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {data?.projects.length === 0 && (
        <EmptyState
          icon={IconFolders}
          title={t('projects.empty.title')}
          text={t('reports.portfolio.empty')}
        />
      )}
      {data && data.projects.length > 0 && (
        <Card shadow="xs" padding="xs">
          <PortfolioTable projects={data.projects} today={today} />
        </Card>
      )}
    </PageContainer>
  )
}
