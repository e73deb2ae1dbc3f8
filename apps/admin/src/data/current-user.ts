import { resendVerification } from '@atrium/identity/mail/verify-email.contract'
import { signOut } from '@atrium/identity/oauth/session/session.contract'
import { getCurrentUser, getUser } from '@atrium/identity/users/user.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery } from '../api.ts'

export const currentUserQuery = { ...itemQuery(['current-user'], getCurrentUser), staleTime: 5 * 60_000 }

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
  return itemQuery(['users', userId], getUser, { params: { id: userId } })
}

/** A conflict means that the address has been confirmed in the meantime. */
export function useResendVerification() {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: () => api(resendVerification),
    onSettled: useInvalidation(currentUserQuery.queryKey),
  })
}
