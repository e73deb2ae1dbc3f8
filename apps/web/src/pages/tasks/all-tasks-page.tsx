import { pageTitle } from '@atrium/ui/branding'
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery, mayAs } from '../../data/projects/projects.ts'
import { currentUserQuery, useHasPermission } from '../../data/session/current-user.ts'
import { openTasks, searchOf, stateOf } from '../../features/views/view/view-state.ts'
import { ViewsScreen } from '../../features/views/views-screen.tsx'
import { useProjectTopics } from '../../live/live-provider.tsx'
import classes from '../views-page.module.css'

/** The tasks of all projects of the user. */
export default function AllTasksPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/tasks' })
  const { searchStr } = useLocation()
  const navigate = useNavigate({ from: '/tasks' })
  const { data: user } = useQuery(currentUserQuery)
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const managesAll = useHasPermission('projects.manage.any')
  const writable = new Set(
    projects.filter(({ myRole }) => managesAll || mayAs(myRole, 'member')).map(({ id }) => id),
  )
  useProjectTopics(projects.map(({ id }) => id))
  if (!user) return null
  return (
    <div className={classes.page}>
      <title>{pageTitle(t('navigation.allTasks'))}</title>
      <div className={classes.header}>
        <Title order={1} fz="h3">
          {t('navigation.allTasks')}
        </Title>
      </div>
      <ViewsScreen
        projectId={undefined}
        myId={user.id}
        mayShare={false}
        mayManage={false}
        mayWrite={id => writable.has(id)}
        boardId={undefined}
        state={stateOf(search, openTasks)}
        onState={state => void navigate({ to: '.', search: searchOf(state, openTasks), replace: true })}
        hrefOf={taskId => `/app/tasks/${taskId}${searchStr}`}
        onOpen={({ id }) => void navigate({ to: '/tasks/$taskId', params: { taskId: id }, search })}
      />
      <Outlet />
    </div>
  )
}
