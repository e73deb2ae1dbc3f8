/** Every scope, with the permissions that a client's own token has through it. */
const permissionsByScope = {
  'admin:web': ['admin.web.access'],
  'system:manage': [
    'system.manage',
    'rbac.permissions.read',
    'rbac.permissions.manage',
    'roles.manage',
    'roles.read',
    'posts.read',
    'sign_in_providers.manage',
    'webhooks.manage',
    'client_metadata_hosts.manage',
  ],
  'user:read': [
    'users.list',
    'users.read.self',
    'users.read.any',
    'user_roles.read',
    'storage.read.self',
    'storage.read.any',
    'sessions.read.self',
    'sessions.read.any',
  ],
  'user:write': [
    'users.write.self',
    'users.write.any',
    'storage.write.self',
    'storage.write.any',
    'sessions.manage.self',
    'sessions.manage.any',
  ],
  'user:manage': ['users.manage.any', 'user_roles.manage', 'groups.manage'],
  'user-educations:read': ['user_educations.read.self', 'user_educations.read.any'],
  'user-educations:write': ['user_educations.write.self', 'user_educations.write.any'],
  'user-contacts:read': ['user_contacts.read.self', 'user_contacts.read.any'],
  'user-contacts:write': ['user_contacts.write.self', 'user_contacts.write.any'],
} as const satisfies Record<string, string[]>

/** The scopes of service accounts only: tokens of users do not have them. */
const permissionsByClientScope = {
  scim: ['users.manage.any', 'groups.manage'],
} as const satisfies Record<string, string[]>

type UserScope = keyof typeof permissionsByScope
type ClientScope = keyof typeof permissionsByClientScope
export type Scope = UserScope | ClientScope

/** The length of a list of scopes, wherever one is sent. */
export const MAX_SCOPE_LENGTH = 2000

export const allScopes = Object.keys(permissionsByScope) as UserScope[]

export function isScope(name: string): name is UserScope {
  return Object.hasOwn(permissionsByScope, name)
}

export const clientScopes = Object.keys(permissionsByClientScope) as ClientScope[]

function isClientScope(name: string): name is ClientScope {
  return Object.hasOwn(permissionsByClientScope, name)
}

/** Only in tokens that are issued for the task service (RFC 8707); here they grant nothing. */
export const tasksScopes = ['tasks:read', 'tasks:write', 'tasks:manage'] as const
export type TasksScope = (typeof tasksScopes)[number]

export function isTasksScope(name: string): name is TasksScope {
  return (tasksScopes as readonly string[]).includes(name)
}

/** What OpenID Connect lets an application learn about its user. They grant no permissions. */
export const openIdScopes = ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'] as const
export type OpenIdScope = (typeof openIdScopes)[number]

export function isOpenIdScope(name: string): name is OpenIdScope {
  return (openIdScopes as readonly string[]).includes(name)
}

/** Sorts scopes for users: first what an application learns about them, then what it can do. */
export function inReadingOrder(scopes: string[]) {
  const order: readonly string[] = [...openIdScopes, ...tasksScopes, ...allScopes]
  return scopes.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
}

/** Whether a client can have it. */
export function isKnownScope(name: string) {
  return isScope(name) || isClientScope(name) || isTasksScope(name) || isOpenIdScope(name)
}

export function permissionsOfScopes(scopes: string[]): string[] {
  return scopes.flatMap(scope => {
    if (isScope(scope)) return permissionsByScope[scope]
    return isClientScope(scope) ? permissionsByClientScope[scope] : []
  })
}

/** The permissions that the routes themselves require. */
export const builtInPermissions: readonly string[] = permissionsOfScopes(allScopes)

export function isBuiltIn(permission: string) {
  return builtInPermissions.includes(permission)
}

/** `"a b a"` → `['a', 'b']` */
export function parseScopes(text: string): string[] {
  return [...new Set(text.split(' ').filter(Boolean))]
}

/** The key of the text that says what an application can do with a scope. */
export function scopeKey(scope: string) {
  return scope.replace(':', '-')
}
