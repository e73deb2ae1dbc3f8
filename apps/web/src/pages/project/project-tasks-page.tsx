import { isLost } from '@atrium/client/api-error'
import type { Project } from '@atrium/tasks/projects/project.contract'
import { pageTitle } from '@atrium/ui/branding'
import { ErrorState } from '@atrium/ui/feedback/states'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery, projectQuery } from '../../data/projects/projects.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'
import { ToProjects } from '../../features/navigation/sidebar.tsx'
import { useProjectRights } from '../../features/projects/project.queries.ts'
import { ProjectSkeleton } from '../../features/projects/project-header.tsx'
import { searchOf, stateOf, usualFilter } from '../../features/views/view/view-state.ts'
import { ViewsScreen } from '../../features/views/views-screen.tsx'
import { useProjectTopics } from '../../live/live-provider.tsx'
import classes from '../views-page.module.css'
import { ProjectTop } from './project-top.tsx'

const address = '/project/$projectId/tasks'

/** All tasks of a project, in a view of the user's choice. */
export default function ProjectTasksPage() {
  const { projectId } = useParams({ from: address })
  const { data: user } = useQuery(currentUserQuery)
  const { data: project, error, isFetching, refetch } = useQuery(projectQuery(projectId))
  useProjectTopics(isLost(error) ? [] : [projectId])
  if (project && user && !isLost(error))
    return <ProjectTasks key={projectId} project={project} myId={user.id} />
  return (
    <PageContainer>
      {error ? (
        <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} fallbackAction={<ToProjects />} />
      ) : (
        <ProjectSkeleton />
      )}
    </PageContainer>
  )
}

function ProjectTasks({ project, myId }: { project: Project; myId: number }) {
  const { t } = useTranslation()
  const { id: projectId } = project
  const search = useSearch({ from: address })
  const { searchStr } = useLocation()
  const navigate = useNavigate({ from: address })
  const { data: projects } = useQuery(allProjectsQuery)
  const { mayWrite, mayManage } = useProjectRights(project)
  return (
    <div className={classes.page}>
      <title>{pageTitle(t('projects.tabs.tasks'), project.name)}</title>
      <div className={classes.projectTop}>
        <ProjectTop project={project} />
      </div>
      <ViewsScreen
        projectId={projectId}
        myId={myId}
        mayShare={mayWrite}
        mayManage={mayManage}
        mayWrite={() => mayWrite}
        boardId={projects?.find(({ id }) => id === projectId)?.boards[0]?.id}
        state={stateOf(search, usualFilter(projectId, search.view))}
        onState={state =>
          void navigate({
            to: '.',
            search: searchOf(state, usualFilter(projectId, state.kind)),
            replace: true,
          })
        }
        hrefOf={taskId => `/app/project/${projectId}/tasks/${taskId}${searchStr}`}
        onOpen={({ id }) =>
          void navigate({
            to: '/project/$projectId/tasks/$taskId',
            params: { projectId, taskId: id },
            search,
          })
        }
      />
      <Outlet />
    </div>
  )
}
