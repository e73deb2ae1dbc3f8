import { EmptyState, ErrorState } from '@atrium/ui/feedback/states'
import { IconHistory } from '@atrium/ui/icons'
import { Button, Center, Stack } from '@mantine/core'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActivityFeed } from '../../features/projects/activity/activity-feed.tsx'
import { useNames } from '../../features/projects/activity/activity-sentence.ts'
import { activityQuery, taskTitlesQuery } from '../../features/projects/project.queries.ts'
import { RowSkeleton } from '../../features/projects/row-skeleton.tsx'

export default function ProjectActivityPage() {
  const { t } = useTranslation()
  const { projectId } = useParams({ from: '/project/$projectId/activity' })
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(activityQuery(projectId))
  const names = useNames(projectId)
  const pages = data?.pages ?? []
  const titles = useQueries({
    queries: pages.map(({ items }) => taskTitlesQuery(projectId, taskIdsOf(items))),
  })

  if (!data && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <RowSkeleton />
  const activities = pages.flatMap(({ items }) => items)
  if (activities.length === 0) {
    return (
      <EmptyState
        icon={IconHistory}
        title={t('projects.activity.empty.title')}
        text={t('projects.activity.empty.text')}
      />
    )
  }
  return (
    <Stack gap="xl">
      <ActivityFeed
        activities={activities}
        names={names}
        titles={
          new Map(titles.flatMap(({ data: found }) => found?.items ?? []).map(({ id, title }) => [id, title]))
        }
      />
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('projects.activity.more')}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

function taskIdsOf(items: { taskId: number | null }[]) {
  return [...new Set(items.flatMap(({ taskId }) => taskId ?? []))]
}
