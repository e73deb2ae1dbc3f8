import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Anchor, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../data/account/user-settings.ts'
import { projectQuery } from '../../data/projects/projects.ts'
import { ActivityFeed } from '../../features/projects/activity/activity-feed.tsx'
import { useNames } from '../../features/projects/activity/activity-sentence.ts'
import { taskTitlesQuery, useProjectRights } from '../../features/projects/project.queries.ts'
import { MemberLoad, OpenTasks } from '../../features/reports/overview/overview-lists.tsx'
import { ProjectPlan } from '../../features/reports/overview/project-plan.tsx'
import { overviewQuery, useFreshReports } from '../../features/reports/report.queries.ts'

export default function ProjectOverviewPage() {
  const { timeZone } = useTimeZone()
  return timeZone ? <ProjectOverview timeZone={timeZone} /> : <OverviewSkeleton />
}

function ProjectOverview({ timeZone }: { timeZone: string }) {
  const { projectId } = useParams({ from: '/project/$projectId/overview' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { mayOwn } = useProjectRights(project)
  const { data: overview, error, isFetching, refetch } = useQuery(overviewQuery(projectId, timeZone))
  useFreshReports(projectId, timeZone)
  if (!overview && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!overview) return <OverviewSkeleton />
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack gap="lg" miw={0}>
        <ProjectPlan projectId={projectId} overview={overview} mayChange={mayOwn} />
        <OpenTasks kind="overdue" overview={overview} projectKey={project.key} />
        <OpenTasks kind="blocked" overview={overview} projectKey={project.key} />
      </Stack>
      <Stack gap="lg" miw={0}>
        <MemberLoad load={overview.load} />
        <RecentActivity projectId={projectId} activities={overview.activity} />
      </Stack>
    </SimpleGrid>
  )
}

interface RecentActivityProps {
  projectId: number
  activities: Parameters<typeof ActivityFeed>[0]['activities']
}

function RecentActivity({ projectId, activities }: RecentActivityProps) {
  const { t } = useTranslation()
  const names = useNames(projectId)
  const taskIds = [...new Set(activities.flatMap(({ taskId }) => taskId ?? []))]
  const { data: tasks } = useQuery(taskTitlesQuery(projectId, taskIds))
  return (
    <SectionCard
      title={t('reports.activity.title')}
      aside={
        <Anchor component={Link} to={`/project/${projectId}/activity`} size="sm">
          {t('reports.activity.all')}
        </Anchor>
      }
    >
      {activities.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('reports.activity.none')}
        </Text>
      )}
      <ActivityFeed
        activities={activities}
        names={names}
        titles={new Map(tasks?.items.map(({ id, title }) => [id, title]))}
      />
    </SectionCard>
  )
}

function OverviewSkeleton() {
  return (
    <LoadingSkeleton>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Skeleton h={240} radius="lg" />
        <Skeleton h={240} radius="lg" />
      </SimpleGrid>
    </LoadingSkeleton>
  )
}
