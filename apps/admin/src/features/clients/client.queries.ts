import type { Input } from '@atrium/client/client'
import type { ClientChanges } from '@atrium/identity/oauth/clients/client.contract'
import * as contracts from '@atrium/identity/oauth/clients/client.contract'
import type { ClientClaim } from '@atrium/identity/oauth/clients/client-claim.contract'
import * as claimContracts from '@atrium/identity/oauth/clients/client-claim.contract'
import { listOwnScopes } from '@atrium/identity/oauth/session/session.contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, replyQuery } from '../../api.ts'
import { metadataQuery } from '../../data/server-metadata.ts'

const CLIENTS_PER_PAGE = 20
const queryKey = ['clients']

export function clientsQuery(search: string, page: number) {
  return {
    ...replyQuery([...queryKey, { search, page }], contracts.listClients, {
      query: { search, page, orderBy: 'name', limit: CLIENTS_PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  }
}

/** The scopes of our own token: a client can't get others. */
export const ownScopesQuery = queryOptions({
  queryKey: ['own-scopes'],
  queryFn: async ({ signal }) => (await api(listOwnScopes, { signal })).data.scopes,
})

/** The services that clients can request tokens for. */
export const resourcesQuery = queryOptions({
  ...metadataQuery,
  select: ({ protected_resources }) => protected_resources,
})

export function useCreateClient() {
  return useClientMutation((body: Input<typeof contracts.createClient>['body']) =>
    api(contracts.createClient, { body }),
  )
}

export function useUpdateClient() {
  return useClientMutation(({ id, ...body }: ClientChanges & { id: number }) =>
    api(contracts.updateClient, { params: { id }, body }),
  )
}

export function useRotateSecret() {
  return useClientMutation((id: number) => api(contracts.rotateClientSecret, { params: { id } }))
}

export function useSwitchClient() {
  return useClientMutation(({ id, isActive }: { id: number; isActive: boolean }) =>
    api(isActive ? contracts.enableClient : contracts.disableClient, { params: { id } }),
  )
}

export function clientClaimsQuery(id: number) {
  return replyQuery([...queryKey, id, 'claims'], claimContracts.getClientClaims, { params: { id } })
}

export function useReplaceClaims(id: number) {
  return useClientMutation((claims: ClientClaim[]) =>
    api(claimContracts.replaceClientClaims, { params: { id }, body: { claims } }),
  )
}

function useClientMutation<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries({ queryKey }) })
}
