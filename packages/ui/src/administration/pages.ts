/** A page of the administration. Both services have some; `permission` is one of the service that has the page. */
export interface AdministrationPage {
  name: PageName
  service: 'identity' | 'tasks'
  /** The path at the identity service, or below the address of the task application. */
  path: string
  permission: string
}

const identity = <Name extends string>(name: Name, path: string, permission: string) =>
  ({ name, service: 'identity', path: `/admin${path}`, permission }) as const

const tasks = <Name extends string, Tab extends string>(name: Name, tab: Tab, permission: string) =>
  ({ name, service: 'tasks', path: `/administration?tab=${tab}`, tab, permission }) as const

/** The pages of the task service; their tabs are in the address. */
export const tasksPages = [
  tasks('tasksUsers', 'users', 'user_roles.read'),
  tasks('tasksRoles', 'roles', 'roles.manage'),
  tasks('tasksPermissions', 'permissions', 'rbac.permissions.read'),
  tasks('tasksAccess', 'access', 'projects.read.any'),
  tasks('sync', 'sync', 'users.sync'),
  tasks('priorities', 'priorities', 'priorities.manage'),
  tasks('stickers', 'stickers', 'stickers.manage'),
] as const

/** The navigation of the administration, the same at both services. */
export const administrationGroups = [
  {
    name: 'overview',
    pages: [
      identity('dashboard', '', 'admin.web.access'),
      identity('health', '/health', 'admin.web.access'),
      identity('audit', '/audit', 'rbac.permissions.manage'),
    ],
  },
  {
    name: 'people',
    pages: [
      identity('users', '/users', 'users.list'),
      identity('groups', '/groups', 'groups.manage'),
      identity('roles', '/roles', 'roles.read'),
      identity('access', '/access', 'rbac.permissions.read'),
    ],
  },
  { name: 'tasks', pages: tasksPages },
  {
    name: 'signIn',
    pages: [
      identity('signInProviders', '/sign-in-providers', 'sign_in_providers.manage'),
      identity('clients', '/clients', 'rbac.permissions.manage'),
      identity('forwardApplications', '/forward-applications', 'rbac.permissions.manage'),
      identity('metadataHosts', '/agent-hosts', 'client_metadata_hosts.manage'),
      identity('keys', '/keys', 'rbac.permissions.manage'),
    ],
  },
  {
    name: 'installation',
    pages: [
      identity('branding', '/branding', 'rbac.permissions.manage'),
      identity('notices', '/notices', 'rbac.permissions.manage'),
      identity('mail', '/mail', 'rbac.permissions.manage'),
      identity('webhooks', '/webhooks', 'webhooks.manage'),
      identity('referenceData', '/reference-data', 'system.manage'),
    ],
  },
] as const

type Group = (typeof administrationGroups)[number]
export type GroupName = Group['name']
export type PageName = Group['pages'][number]['name']
