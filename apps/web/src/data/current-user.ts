import { hasStatus } from '@atrium/client/api-error'
import { type CurrentUser, getCurrentUser } from '@atrium/tasks/administration/user.contract'
import { signOut } from '@atrium/tasks/sign-in/sign-in.contract'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Null means signed out. */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: ({ signal }) => findCurrentUser(signal),
  staleTime: 5 * 60_000,
})

async function findCurrentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    const { item } = await api(getCurrentUser, { signal })
    return item
  } catch (error) {
    if (hasStatus(error, 401)) return null
    throw error
  }
}

export function useHasPermission(permission: string) {
  const { data: user } = useQuery(currentUserQuery)
  return user?.permissions.includes(permission) ?? false
}

export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(signOut),
    onSuccess: () => forgetUser(queryClient),
  })
}

/** Shows the sign-in screen and clears the cache, so that the next user of this browser sees none of it. */
export function forgetUser(queryClient: QueryClient) {
  const [currentUserKey] = currentUserQuery.queryKey
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserKey })
}

/** The administration of accounts, at the identity service; with `adding` it opens the dialog for a new user. */
export function identityAdminUrl({ accountUrl }: CurrentUser, { adding = false } = {}) {
  return new URL(`admin${adding ? '/users?add=user' : ''}`, accountUrl).href
}

/** The permission that each tab of the administration needs. */
export const administrationPermissions = {
  users: 'user_roles.read',
  roles: 'roles.manage',
  permissions: 'rbac.permissions.read',
  sync: 'users.sync',
  priorities: 'priorities.manage',
  stickers: 'stickers.manage',
} as const

/** Whether the user can open any tab of the administration. */
export function useMayAdminister() {
  const { data: user } = useQuery(currentUserQuery)
  return Object.values(administrationPermissions).some(permission => user?.permissions.includes(permission))
}
