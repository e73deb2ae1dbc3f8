import {
  type CredentialChanges,
  updateCredentials,
} from '@atrium/identity/sign-in/credentials/credentials.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'

export function useUpdateCredentials(userId: number) {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (changes: CredentialChanges) =>
      api(updateCredentials, { params: { id: userId }, body: changes }),
    onSuccess: useInvalidation(currentUserQuery.queryKey),
  })
}
