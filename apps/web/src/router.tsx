import { ErrorState } from '@atrium/ui/error-state'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { projectsQuery } from './features/projects/project.queries.ts'
import { AppPage } from './pages/app-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([projectsRoute]),
    basepath: '/app',
    trailingSlash: 'preserve',
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  })
}

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Why a sign-in did not succeed; the server adds it on the way back.
  validateSearch: ({ error }): { error?: string } => (typeof error === 'string' ? { error } : {}),
  component: AppPage,
})

const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: ({ page }): { page?: number } => (isLaterPage(page) ? { page } : {}),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(projectsQuery(deps.page)),
  component: lazyRouteComponent(() => import('./pages/projects-page.tsx'), 'ProjectsPage'),
})

function isLaterPage(page: unknown): page is number {
  return Number.isInteger(page) && (page as number) > 1
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
