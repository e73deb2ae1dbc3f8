import type { ClientChanges, ClientRecord, NewClient } from '@atrium/identity/oauth/clients/client.contract'
import { get, type Item, type List, post, put } from '@atrium/ui/api'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const CLIENTS_PER_PAGE = 20
const queryKey = ['clients']

export type ClientWithSecret = ClientRecord & { clientSecret: string | null }

export function clientsQuery(search: string, page: number) {
  return queryOptions({
    queryKey: [...queryKey, { search, page }],
    queryFn: ({ signal }) =>
      get<List<ClientRecord>>(
        '/oauth/clients',
        { search, page, orderBy: 'name', limit: CLIENTS_PER_PAGE },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}

/** What our own token may do; nobody gets hold of a client that may do more. */
export const ownScopesQuery = queryOptions({
  queryKey: ['own-scopes'],
  queryFn: async ({ signal }) =>
    (await get<{ data: { scopes: string[] } }>('/auth/available-scopes', {}, signal)).data.scopes,
})

export function useCreateClient() {
  return useClientChange((client: NewClient) => post<Item<ClientWithSecret>>('/oauth/clients', client))
}

export function useChangeClient() {
  return useClientChange(({ id, ...changes }: ClientChanges & { id: number }) =>
    put<Item<ClientRecord>>(`/oauth/clients/${id}`, changes),
  )
}

export function useRotateSecret() {
  return useClientChange((id: number) => post<Item<ClientWithSecret>>(`/oauth/clients/${id}/rotate-secret`))
}

export function useSwitchClient() {
  return useClientChange(({ id, isActive }: { id: number; isActive: boolean }) =>
    post<Item<ClientRecord>>(`/oauth/clients/${id}/${isActive ? 'enable' : 'disable'}`),
  )
}

function useClientChange<Input, Client extends ClientRecord>(
  change: (input: Input) => Promise<Item<Client>>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  })
}
