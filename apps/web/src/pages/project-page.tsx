import { isLost } from '@atrium/client/api-error'
import { ErrorState } from '@atrium/ui/feedback/states'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Box, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { projectQuery } from '../data/projects.ts'
import { ToProjects } from '../features/navigation/sidebar.tsx'
import { ProjectSkeleton } from '../features/projects/project-header.tsx'
import { ProjectTop } from './project-top.tsx'

/** The header and tabs of the project; each tab is a page of its own. */
export default function ProjectPage() {
  const { projectId } = useParams({ from: '/project/$projectId' })
  const { data: project, error, isFetching, refetch } = useQuery(projectQuery(projectId))
  const isHidden = !project || isLost(error)
  return (
    <PageContainer>
      {!project && !error && <ProjectSkeleton />}
      {isHidden && error && (
        <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} fallbackAction={<ToProjects />} />
      )}
      {!isHidden && (
        <Stack gap="lg">
          <title>{`${project.name} · Atrium`}</title>
          <ProjectTop project={project} />
          <Box key={projectId}>
            <Outlet />
          </Box>
        </Stack>
      )}
    </PageContainer>
  )
}
