import { isLost } from '@atrium/client/api-error'
import { ErrorState } from '@atrium/ui/feedback/states'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { fullBoardQuery } from './data/boards/boards.ts'
import { reportSearch } from './data/planning/report-search.ts'
import { projectQuery, projectsQuery } from './data/projects/projects.ts'
import {
  boardSearch,
  inboxSearch,
  isDay,
  isLaterPage,
  plainSearch,
  tabOf,
  viewSearch,
} from './data/search-params.ts'
import { prefetchHome } from './data/tasks/my-tasks.ts'
import { taskQuery } from './data/tasks/tasks.ts'
import { ToProjects } from './features/navigation/sidebar.tsx'
import { AppPage } from './pages/app-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Why signing in failed; the server adds it to the redirect.
  validateSearch: ({ error }): { error?: string } => (typeof error === 'string' ? { error } : {}),
  component: AppPage,
})

const root = { getParentRoute: () => rootRoute }

type Page = () => Promise<{ default: ComponentType }>

function rootPage<const Path extends string>(path: Path, load: Page) {
  return createRoute({ ...root, path, component: lazyRouteComponent(load) })
}

const myWorkRoute = createRoute({
  ...root,
  path: '/',
  loader: ({ context }) => void prefetchHome(context.queryClient),
  component: lazyRouteComponent(() => import('./pages/tasks/my-work-page.tsx')),
})

const projectsRoute = createRoute({
  ...root,
  path: '/projects',
  // Without this key, the invalid value from the address would be passed on.
  validateSearch: ({ page, show }): { page?: number; show?: 'portfolio' | 'workload' } => ({
    page: isLaterPage(page) ? page : undefined,
    show: show as 'portfolio',
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(projectsQuery(deps.page)),
  component: lazyRouteComponent(() => import('./pages/projects/projects-page.tsx')),
})

const projectRoute = createRoute({
  ...root,
  path: '/project/$projectId',
  params: numbers('projectId'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(projectQuery(params.projectId)),
  component: lazyRouteComponent(() => import('./pages/project/project-page.tsx')),
})

const inProject = { getParentRoute: () => projectRoute }

function projectPage<const Path extends string>(path: Path, load: Page) {
  return createRoute({ ...inProject, path, component: lazyRouteComponent(load) })
}

const projectBoardsRoute = projectPage('/', () => import('./pages/project/project-boards-page.tsx'))
const projectOverviewRoute = projectPage(
  '/overview',
  () => import('./pages/project/project-overview-page.tsx'),
)

const projectReportsRoute = createRoute({
  ...inProject,
  path: '/reports',
  validateSearch: reportSearch,
  component: lazyRouteComponent(() => import('./pages/project/project-reports-page.tsx')),
})

const projectCyclesRoute = projectPage('/cycles', () => import('./pages/project/project-cycles-page.tsx'))
const projectMembersRoute = projectPage('/members', () => import('./pages/project/project-members-page.tsx'))
const projectTimeRoute = projectPage('/time', () => import('./pages/project/project-time-page.tsx'))
const projectActivityRoute = projectPage(
  '/activity',
  () => import('./pages/project/project-activity-page.tsx'),
)
const projectTrashRoute = projectPage('/trash', () => import('./pages/project/project-trash-page.tsx'))

/** Beside the other pages of the project: a table takes the entire screen. */
const projectTasksRoute = createRoute({
  ...root,
  path: '/project/$projectId/tasks',
  params: numbers('projectId'),
  validateSearch: viewSearch,
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(projectQuery(params.projectId)),
  component: lazyRouteComponent(() => import('./pages/project/project-tasks-page.tsx')),
})

const projectTasksTaskRoute = createRoute({
  getParentRoute: () => projectTasksRoute,
  path: '/$taskId',
  params: numbers('taskId'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(taskQuery(params.taskId)),
  component: lazyRouteComponent(() => import('./pages/tasks/view-task-page.tsx')),
})

const allTasksRoute = createRoute({
  ...root,
  path: '/tasks',
  validateSearch: viewSearch,
  component: lazyRouteComponent(() => import('./pages/tasks/all-tasks-page.tsx')),
})

const allTasksTaskRoute = createRoute({
  getParentRoute: () => allTasksRoute,
  path: '/$taskId',
  params: numbers('taskId'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(taskQuery(params.taskId)),
  component: lazyRouteComponent(() => import('./pages/tasks/view-task-page.tsx')),
})

const projectSettingsRoute = projectPage(
  '/settings',
  () => import('./pages/project/project-settings-page.tsx'),
)
const projectImportRoute = projectPage('/import', () => import('./pages/project/project-import-page.tsx'))

const boardRoute = createRoute({
  ...root,
  path: '/board/$boardId',
  params: numbers('boardId'),
  validateSearch: boardSearch,
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(fullBoardQuery(params.boardId)),
  component: lazyRouteComponent(() => import('./pages/tasks/board-page.tsx')),
})

/** The task panel opens over the board and has its own address. */
const boardTaskRoute = createRoute({
  getParentRoute: () => boardRoute,
  path: '/task/$taskId',
  params: numbers('taskId'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(taskQuery(params.taskId)),
  component: lazyRouteComponent(() => import('./pages/tasks/task-page.tsx')),
})

/** The address in emails and notifications: redirects to the board of the task. */
const taskRoute = createRoute({
  ...root,
  path: '/task/$taskId',
  params: numbers('taskId'),
  loader: async ({ context, params }) => {
    const { boardId, id } = await loadedTask(context.queryClient, params.taskId)
    throw redirect({ to: '/board/$boardId/task/$taskId', params: { boardId, taskId: id }, replace: true })
  },
})

/** The task without its board. */
const taskFullRoute = createRoute({
  ...root,
  path: '/task/$taskId/page',
  params: numbers('taskId'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(taskQuery(params.taskId)),
  component: lazyRouteComponent(() => import('./pages/tasks/task-full-page.tsx')),
})

const timeRoute = createRoute({
  ...root,
  path: '/time',
  validateSearch: ({ date }): { date?: string } => ({ date: isDay(date) ? date : undefined }),
  component: lazyRouteComponent(() => import('./pages/time-page.tsx')),
})

const inboxRoute = createRoute({
  ...root,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('./pages/tasks/inbox-page.tsx')),
})

/** The address of earlier releases. */
const notificationsRoute = createRoute({
  ...root,
  path: '/notifications',
  beforeLoad: () => {
    throw redirect({ to: '/inbox', replace: true })
  },
})

const invitationRoute = rootPage('/invitation', () => import('./pages/account/invitation-page.tsx'))
const agentsRoute = rootPage('/agents', () => import('./pages/account/agents-page.tsx'))
const profileRoute = rootPage('/profile', () => import('./pages/account/profile-page.tsx'))

const feedbackRoute = createRoute({
  ...root,
  path: '/feedback',
  validateSearch: tabOf,
  component: lazyRouteComponent(() => import('./pages/account/feedback-page.tsx')),
})

const administrationRoute = createRoute({
  ...root,
  path: '/administration',
  validateSearch: tabOf,
  component: lazyRouteComponent(() => import('./pages/account/administration-page.tsx')),
})

const routeTree = rootRoute.addChildren([
  myWorkRoute,
  projectsRoute,
  projectRoute.addChildren([
    projectBoardsRoute,
    projectOverviewRoute,
    projectReportsRoute,
    projectCyclesRoute,
    projectMembersRoute,
    projectTimeRoute,
    projectActivityRoute,
    projectTrashRoute,
    projectSettingsRoute,
    projectImportRoute,
  ]),
  projectTasksRoute.addChildren([projectTasksTaskRoute]),
  allTasksRoute.addChildren([allTasksTaskRoute]),
  boardRoute.addChildren([boardTaskRoute]),
  taskRoute,
  taskFullRoute,
  timeRoute,
  inboxRoute,
  notificationsRoute,
  invitationRoute,
  profileRoute,
  agentsRoute,
  feedbackRoute,
  administrationRoute,
])

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/app',
    trailingSlash: 'preserve',
    ...plainSearch,
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ({ error, reset }) => (
      <ErrorState error={error} onRetry={reset} fallbackAction={<ToProjects />} />
    ),
  })
}

/** Without a connection, the task that is kept in this browser, or an error instead of waiting for a connection. */
async function loadedTask(queryClient: QueryClient, taskId: number) {
  const query = taskQuery(taskId)
  try {
    return await queryClient.ensureQueryData({ ...query, networkMode: 'always' })
  } catch (error) {
    const kept = queryClient.getQueryData(query.queryKey)
    if (!kept || isLost(error)) throw error
    return kept
  }
}

/** Ids in addresses are positive integers; anything else is a page that does not exist. */
function numbers<Name extends string>(name: Name) {
  type Params = Record<Name, number>
  return {
    parse: (raw: Record<Name, string>) => {
      const id = Number(raw[name])
      if (!Number.isSafeInteger(id) || id < 1) throw notFound()
      return { [name]: id } as Params
    },
    stringify: (params: Params) => ({ [name]: String(params[name]) }) as Record<Name, string>,
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
