import { type ApiError, hasStatus } from '@atrium/client/api-error'
import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import { getStartup } from '@atrium/tasks/startup/startup.contract'
import { tasksPages } from '@atrium/ui/administration/pages'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { noticesQuery } from '../account/notices.ts'
import { unreadCountQuery } from '../account/notifications.ts'
import { userSettingsQuery } from '../account/user-settings.ts'
import { prioritiesQuery } from '../planning/priorities.ts'
import { runningTimerQuery } from '../planning/time.ts'
import { navigationQuery } from '../projects/projects.ts'

/** Null means signed out. The answer also contains what every page shows around it, so that nothing else is asked for. */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: ({ client, signal }) => startUp(client, signal),
  staleTime: 5 * 60_000,
})

/** For the first event stream; it can be used once. */
export const streamTokenKey = ['stream-token']

/** The last change before anything was loaded; following changes from there misses none. */
export const startPlaceKey = ['start-place']

async function startUp(queryClient: QueryClient, signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    const { item } = await api(getStartup, { signal })
    if (!item) return null
    queryClient.setQueryData(userSettingsQuery.queryKey, item.settings)
    queryClient.setQueryData(navigationQuery.queryKey, item.navigation)
    queryClient.setQueryData(prioritiesQuery.queryKey, item.priorities)
    queryClient.setQueryData(runningTimerQuery.queryKey, item.runningTimer)
    queryClient.setQueryData(unreadCountQuery.queryKey, item.unreadNotifications)
    queryClient.setQueryData(noticesQuery.queryKey, item.notices)
    queryClient.setQueryData(streamTokenKey, item.streamToken)
    queryClient.setQueryData(startPlaceKey, item.changeId)
    return item.user
  } catch (error) {
    if (!hasStatus(error, 401)) throw error
    keepInactiveAccount(queryClient, error)
    return null
  }
}

export function useHasPermission(permission: string) {
  const { data: user } = useQuery(currentUserQuery)
  return user?.permissions.includes(permission) ?? false
}

/** Shows the sign-in screen and clears the cache, so that the next user of this browser sees none of it. */
export function forgetUser(queryClient: QueryClient, refusal?: ApiError) {
  const kept = [currentUserQuery, inactiveAccountQuery].map(({ queryKey }) => String(queryKey[0]))
  if (refusal) keepInactiveAccount(queryClient, refusal)
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  const forget = (type: 'inactive' | 'all') =>
    queryClient.removeQueries({ type, predicate: ({ queryKey }) => !kept.includes(String(queryKey[0])) })
  // What is still on the screen would be fetched again, and refused, before the sign-in screen replaces it.
  forget('inactive')
  setTimeout(() => forget('all'), SCREEN_CHANGE_MS)
}

const SCREEN_CHANGE_MS = 1000

interface InactiveAccount {
  supportEmail?: string
}

/** Whom to ask, if the session has ended because an administrator archived the account; else null. */
export const inactiveAccountQuery = queryOptions<InactiveAccount | null>({
  queryKey: ['inactive-account'],
  queryFn: () => null,
  staleTime: Number.POSITIVE_INFINITY,
})

function keepInactiveAccount(queryClient: QueryClient, { code = '', details }: ApiError) {
  if (!['account_archived', 'account_inactive'].includes(code)) return
  const { supportEmail } = details
  const account: InactiveAccount = typeof supportEmail === 'string' ? { supportEmail } : {}
  queryClient.setQueryData(inactiveAccountQuery.queryKey, account)
}

/** The administration of accounts, at the identity service; with `adding` it opens the dialog for a new user. */
export function identityAdminUrl({ accountUrl }: CurrentUser, { adding = false } = {}) {
  return new URL(`admin${adding ? '/users?add=user' : ''}`, accountUrl).href
}

/** Whether the user can open any page of the administration here. */
export function useMayAdminister() {
  const { data: user } = useQuery(currentUserQuery)
  return tasksPages.some(({ permission }) => user?.permissions.includes(permission))
}
