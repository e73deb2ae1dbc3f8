import { EmptyState, ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconStar } from '@atrium/ui/icons'
import { SimpleGrid, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { feedbackStatsQuery } from './feedback.queries.ts'

// The charts are large and rarely opened.
const FeedbackCharts = lazy(() => import('./feedback-charts.tsx'))

export function FeedbackStatistics() {
  const { t } = useTranslation()
  const { data: stats, error, isFetching, refetch } = useQuery(feedbackStatsQuery)
  if (!stats && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!stats) return <ChartsSkeleton />
  if (stats.ratings.count + stats.ideas.total === 0) {
    return (
      <EmptyState
        icon={IconStar}
        title={t('feedback.stats.emptyTitle')}
        text={t('feedback.stats.emptyText')}
      />
    )
  }
  return (
    <Suspense fallback={<ChartsSkeleton />}>
      <FeedbackCharts stats={stats} />
    </Suspense>
  )
}

function ChartsSkeleton() {
  return (
    <LoadingSkeleton>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {['first', 'second', 'third', 'fourth'].map(place => (
          <Skeleton key={place} h={280} radius="lg" />
        ))}
      </SimpleGrid>
    </LoadingSkeleton>
  )
}
