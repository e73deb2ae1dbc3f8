import {
  type CredentialChanges,
  updateCredentials,
} from '@atrium/identity/sign-in/credentials/credentials.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'

export function useUpdateCredentials(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (changes: CredentialChanges) =>
      api(updateCredentials, { params: { id: userId }, body: changes }),
    onSuccess: () => queryClient.invalidateQueries(currentUserQuery),
  })
}
