import type { CredentialChanges } from '@atrium/identity/sign-in/credentials.contract'
import { post } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/explained-conflicts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '../../data/current-user.ts'

export function useChangeCredentials(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (changes: CredentialChanges) => post(`/users/${userId}/passport-change`, changes),
    onSuccess: () => queryClient.invalidateQueries(currentUserQuery),
  })
}

/** A conflict says that the address has been confirmed meanwhile. */
export function useResendConfirmation() {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: () => post('/auth/verify-email/resend'),
    onSettled: () => queryClient.invalidateQueries(currentUserQuery),
  })
}
