import { ErrorState } from '@atrium/ui/feedback/states'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  parseSearchWith,
  retainSearchParams,
  stringifySearchWith,
} from '@tanstack/react-router'
import { AccountArea, AdminArea, NotFoundPage } from './pages/area-page.tsx'

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({})

const adminRoute = createRoute({ getParentRoute: () => rootRoute, path: '/admin', component: AdminArea })
const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  // The page that the user wanted stays in the address until the second factor is set up.
  validateSearch: texts('wanted'),
  search: { middlewares: [retainSearchParams(['wanted'])] },
  component: AccountArea,
})

const admin = { getParentRoute: () => adminRoute }
const account = { getParentRoute: () => accountRoute }

const dashboardRoute = createRoute({
  ...admin,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/dashboard-page.tsx'), 'DashboardPage'),
})

const healthRoute = createRoute({
  ...admin,
  path: '/health',
  component: lazyRouteComponent(() => import('./pages/health-page.tsx'), 'HealthPage'),
})

const usersRoute = createRoute({
  ...admin,
  path: '/users',
  validateSearch: texts('search', 'status', 'role', 'from', 'to', 'orderBy', 'page', 'add'),
  component: lazyRouteComponent(() => import('./pages/users-page.tsx'), 'UsersPage'),
})

const userRoute = createRoute({
  ...admin,
  path: '/users/$userId',
  params: {
    parse: ({ userId }) => {
      const id = Number(userId)
      if (!Number.isSafeInteger(id) || id < 1) throw notFound()
      return { userId: id }
    },
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  validateSearch: texts('tab'),
  component: lazyRouteComponent(() => import('./pages/user-page.tsx'), 'UserPage'),
})

const rolesRoute = createRoute({
  ...admin,
  path: '/roles',
  component: lazyRouteComponent(() => import('./pages/roles-page.tsx'), 'RolesPage'),
})

const accessRoute = createRoute({
  ...admin,
  path: '/access',
  validateSearch: texts('user', 'method', 'path'),
  component: lazyRouteComponent(() => import('./pages/access-page.tsx'), 'AccessPage'),
})

const clientsRoute = createRoute({
  ...admin,
  path: '/clients',
  component: lazyRouteComponent(() => import('./pages/clients-page.tsx'), 'ClientsPage'),
})

const referenceDataRoute = createRoute({
  ...admin,
  path: '/reference-data',
  validateSearch: texts('tab'),
  component: lazyRouteComponent(() => import('./pages/reference-data-page.tsx'), 'ReferenceDataPage'),
})

const auditRoute = createRoute({
  ...admin,
  path: '/audit',
  validateSearch: texts('service', 'action', 'user', 'from', 'to', 'page'),
  component: lazyRouteComponent(() => import('./pages/audit-page.tsx'), 'AuditPage'),
})

const noticesRoute = createRoute({
  ...admin,
  path: '/notices',
  component: lazyRouteComponent(() => import('./pages/notices-page.tsx'), 'NoticesPage'),
})

const keysRoute = createRoute({
  ...admin,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys-page.tsx'), 'KeysPage'),
})

const mailRoute = createRoute({
  ...admin,
  path: '/mail',
  validateSearch: texts('state', 'service', 'page'),
  component: lazyRouteComponent(() => import('./pages/mail-page.tsx'), 'MailPage'),
})

const profileRoute = createRoute({
  ...account,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/account-pages.tsx'), 'ProfilePage'),
})

const contactsRoute = createRoute({
  ...account,
  path: '/contacts',
  component: lazyRouteComponent(() => import('./pages/account-pages.tsx'), 'ContactsPage'),
})

const securityRoute = createRoute({
  ...account,
  path: '/security',
  component: lazyRouteComponent(() => import('./pages/account-pages.tsx'), 'SecurityPage'),
})

const sessionsRoute = createRoute({
  ...account,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./pages/account-pages.tsx'), 'SessionsPage'),
})

const applicationsRoute = createRoute({
  ...account,
  path: '/applications',
  component: lazyRouteComponent(() => import('./pages/account-pages.tsx'), 'ApplicationsPage'),
})

const dataRoute = createRoute({
  ...account,
  path: '/data',
  component: lazyRouteComponent(() => import('./pages/account-pages.tsx'), 'DataPage'),
})

const routeTree = rootRoute.addChildren([
  adminRoute.addChildren([
    dashboardRoute,
    healthRoute,
    usersRoute,
    userRoute,
    rolesRoute,
    accessRoute,
    clientsRoute,
    referenceDataRoute,
    noticesRoute,
    auditRoute,
    keysRoute,
    mailRoute,
  ]),
  accountRoute.addChildren([
    profileRoute,
    contactsRoute,
    securityRoute,
    sessionsRoute,
    applicationsRoute,
    dataRoute,
  ]),
])

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    trailingSlash: 'preserve',
    // Every value is text: `page=2`, where JSON would write `page="2"`.
    parseSearch: parseSearchWith(text => text),
    stringifySearch: stringifySearchWith(JSON.stringify),
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  })
}

/** The state of a list is in its address, as text; other parameters are dropped. */
function texts<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.flatMap(name => (search[name] === undefined ? [] : [[name, String(search[name])]])),
    ) as Partial<Record<Name, string>>
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
