import * as contracts from '@atrium/identity/sign-in/providers/identity.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation } from '@tanstack/react-query'
import { api, itemQuery, itemsQuery } from '../../api.ts'

// More than a user can have.
const limit = 100

function keyOf(userId: number) {
  return ['linked-accounts', userId]
}

export function linkedAccountsQuery(userId: number) {
  return itemsQuery(keyOf(userId), contracts.listIdentities, { params: { id: userId }, query: { limit } })
}

export function linkableProvidersQuery(userId: number) {
  return itemQuery([...keyOf(userId), 'providers'], contracts.listLinkableProviders, {
    params: { id: userId },
  })
}

/** Leads to the provider; the account is linked when the browser comes back. */
export function useLinkAccount(userId: number) {
  return useMutation({
    mutationFn: (body: { provider: string; currentPassword: string }) =>
      api(contracts.startLinking, { params: { id: userId }, body }),
    onSuccess: ({ item }) => window.location.assign(item.url),
  })
}

export function useRemoveLinkedAccount(userId: number) {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (identityId: number) => api(contracts.removeIdentity, { params: { id: userId, identityId } }),
    onSettled: useInvalidation(keyOf(userId), ['audit']),
  })
}
