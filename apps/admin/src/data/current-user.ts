import { resendVerification } from '@atrium/identity/mail/verify-email.contract'
import { signOut } from '@atrium/identity/oauth/session/session.contract'
import { getCurrentUser, getUser } from '@atrium/identity/users/user.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'

export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: async ({ signal }) => (await api(getCurrentUser, { signal })).item,
  staleTime: 5 * 60_000,
})

export function useHasPermission() {
  const { data: user } = useQuery(currentUserQuery)
  return (permission: string) => user?.permissions.includes(permission) ?? false
}

export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(signOut),
    onSuccess: () => {
      queryClient.clear()
      window.location.assign('/account')
    },
  })
}

export function userQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId],
    queryFn: async ({ signal }) => (await api(getUser, { params: { id: userId }, signal })).item,
  })
}

/** A conflict means that the address has been confirmed in the meantime. */
export function useResendVerification() {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: () => api(resendVerification),
    onSettled: () => queryClient.invalidateQueries(currentUserQuery),
  })
}
