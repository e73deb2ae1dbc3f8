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
import type { ComponentType } from 'react'
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

function adminPage<const Path extends string>(path: Path, load: () => Promise<{ default: ComponentType }>) {
  return createRoute({ ...admin, path, component: lazyRouteComponent(load) })
}

type AccountPages = typeof import('./pages/account-pages.tsx')

function accountPage<const Path extends string>(path: Path, name: keyof AccountPages) {
  const component = lazyRouteComponent(() => import('./pages/account-pages.tsx'), name)
  return createRoute({ ...account, path, component })
}

const dashboardRoute = adminPage('/', () => import('./pages/dashboard-page.tsx'))
const healthRoute = adminPage('/health', () => import('./pages/health-page.tsx'))

const usersRoute = createRoute({
  ...admin,
  path: '/users',
  validateSearch: texts('search', 'status', 'role', 'twoFactor', 'from', 'to', 'orderBy', 'page', 'add'),
  component: lazyRouteComponent(() => import('./pages/users-page.tsx')),
})

const userRoute = createRoute({
  ...admin,
  path: '/users/$userId',
  params: {
    parse: ({ userId }) => ({ userId: recordId(userId) }),
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  validateSearch: texts('tab'),
  component: lazyRouteComponent(() => import('./pages/user-page.tsx')),
})

const groupsRoute = adminPage('/groups', () => import('./pages/groups-page.tsx'))

const groupRoute = createRoute({
  ...admin,
  path: '/groups/$groupId',
  params: {
    parse: ({ groupId }) => ({ groupId: recordId(groupId) }),
    stringify: ({ groupId }) => ({ groupId: String(groupId) }),
  },
  component: lazyRouteComponent(() => import('./pages/group-page.tsx')),
})

const rolesRoute = adminPage('/roles', () => import('./pages/roles-page.tsx'))

const accessRoute = createRoute({
  ...admin,
  path: '/access',
  validateSearch: texts('user', 'method', 'path'),
  component: lazyRouteComponent(() => import('./pages/access-page.tsx')),
})

const clientsRoute = adminPage('/clients', () => import('./pages/clients-page.tsx'))

const signInProvidersRoute = createRoute({
  ...admin,
  path: '/sign-in-providers',
  validateSearch: texts('add'),
  component: lazyRouteComponent(() => import('./pages/sign-in-providers-page.tsx')),
})

const signInProviderRoute = adminPage(
  '/sign-in-providers/$slug',
  () => import('./pages/sign-in-provider-page.tsx'),
)

const webhooksRoute = adminPage('/webhooks', () => import('./pages/webhooks-page.tsx'))

const metadataHostsRoute = adminPage('/agent-hosts', () => import('./pages/metadata-hosts-page.tsx'))

const forwardApplicationsRoute = adminPage(
  '/forward-applications',
  () => import('./pages/forward-applications-page.tsx'),
)

const referenceDataRoute = createRoute({
  ...admin,
  path: '/reference-data',
  validateSearch: texts('tab'),
  component: lazyRouteComponent(() => import('./pages/reference-data-page.tsx')),
})

const auditRoute = createRoute({
  ...admin,
  path: '/audit',
  validateSearch: texts('service', 'action', 'user', 'from', 'to', 'page'),
  component: lazyRouteComponent(() => import('./pages/audit-page.tsx')),
})

const noticesRoute = adminPage('/notices', () => import('./pages/notices-page.tsx'))
const brandingRoute = adminPage('/branding', () => import('./pages/branding-page.tsx'))
const keysRoute = adminPage('/keys', () => import('./pages/keys-page.tsx'))

const mailRoute = createRoute({
  ...admin,
  path: '/mail',
  validateSearch: texts('state', 'service', 'page'),
  component: lazyRouteComponent(() => import('./pages/mail-page.tsx')),
})

const profileRoute = accountPage('/', 'ProfilePage')
const contactsRoute = accountPage('/contacts', 'ContactsPage')
const securityRoute = accountPage('/security', 'SecurityPage')
const sessionsRoute = accountPage('/sessions', 'SessionsPage')
const applicationsRoute = accountPage('/applications', 'ApplicationsPage')
const dataRoute = accountPage('/data', 'DataPage')

const routeTree = rootRoute.addChildren([
  adminRoute.addChildren([
    dashboardRoute,
    healthRoute,
    usersRoute,
    userRoute,
    groupsRoute,
    groupRoute,
    rolesRoute,
    accessRoute,
    clientsRoute,
    signInProvidersRoute,
    signInProviderRoute,
    metadataHostsRoute,
    forwardApplicationsRoute,
    webhooksRoute,
    referenceDataRoute,
    noticesRoute,
    brandingRoute,
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

function recordId(text: string) {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1) throw notFound()
  return id
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
