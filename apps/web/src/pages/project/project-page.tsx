import { isLost } from '@atrium/client/api-error'
import type { Project } from '@atrium/tasks/projects/project.contract'
import { pageTitle } from '@atrium/ui/branding'
import { ErrorState } from '@atrium/ui/feedback/states'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Box, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams, useSearch } from '@tanstack/react-router'
import { allProjectsQuery, projectQuery } from '../../data/projects/projects.ts'
import { ToProjects } from '../../features/navigation/sidebar.tsx'
import { ProjectPages, ProjectSkeleton, useProjectPage } from '../../features/projects/project-header.tsx'
import { stateOf } from '../../features/views/view/view-state.ts'
import { ViewSwitch } from '../../features/views/view-switch.tsx'
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
          <title>{pageTitle(project.name)}</title>
          <ProjectTop project={project} />
          <WorkSwitch project={project} />
          <Box key={projectId}>
            <Outlet />
          </Box>
        </Stack>
      )}
    </PageContainer>
  )
}

function viewOn(page: string) {
  if (page === '') return 'board'
  if (page === 'cycles') return 'cycles'
  return page === 'reports' || page === 'time' ? 'reports' : undefined
}

/** The views of the project's tasks, and the pages inside a tab. */
function WorkSwitch({ project }: { project: Project }) {
  const page = useProjectPage()
  const { filter } = useSearch({ strict: false })
  const { data: projects } = useQuery(allProjectsQuery)
  const boards = projects?.find(({ id }) => id === project.id)?.boards ?? []
  const view = viewOn(page)
  if (!view && page !== 'settings' && page !== 'trash') return null
  return (
    <Group gap="sm">
      {view && (
        <ViewSwitch
          current={view}
          projectId={project.id}
          boardId={boards.length === 1 ? boards[0]?.id : undefined}
          state={stateOf({ ...(filter && { filter }) })}
        />
      )}
      <ProjectPages project={project} />
    </Group>
  )
}
