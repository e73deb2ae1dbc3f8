import type {
  NewSignInProvider,
  SignInProvider,
  SignInProviderChanges,
} from '@atrium/identity/sign-in/providers/provider.contract'
import * as contracts from '@atrium/identity/sign-in/providers/provider.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation } from '@tanstack/react-query'
import { api, itemQuery } from '../../api.ts'
import { signInProvidersKey } from '../../data/groups.ts'

export function providerQuery(slug: string) {
  return itemQuery([...signInProvidersKey, slug], contracts.getSignInProvider, { params: { slug } })
}

export function useCreateProvider() {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: async (body: NewSignInProvider) => (await api(contracts.createSignInProvider, { body })).item,
    onSuccess: useRefresh(),
  })
}

export function useUpdateProvider(slug: string) {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (body: SignInProviderChanges) => updateProvider(slug, body),
    onSuccess: useRefresh(),
  })
}

export function useRemoveProvider() {
  return useMutation({
    mutationFn: (slug: string) => api(contracts.deleteSignInProvider, { params: { slug } }),
    onSuccess: useRefresh(),
  })
}

/** Saves the order in which the providers are given; only those change whose place is another one. */
export function useOrderProviders() {
  return useMutation({
    mutationFn: async (providers: SignInProvider[]) => {
      for (const [order, provider] of providers.entries())
        if (provider.order !== order) await updateProvider(provider.slug, { order })
    },
    onSettled: useRefresh(),
  })
}

async function updateProvider(slug: string, body: SignInProviderChanges) {
  return (await api(contracts.updateSignInProvider, { params: { slug }, body })).item
}

function useRefresh() {
  return useInvalidation(signInProvidersKey, ['audit'])
}
