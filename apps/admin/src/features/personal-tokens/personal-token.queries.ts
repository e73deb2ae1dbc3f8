import type { Input } from '@atrium/client/client'
import { getServerMetadata } from '@atrium/identity/oauth/metadata/well-known.contract'
import * as contracts from '@atrium/identity/sign-in/personal-tokens/personal-token.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemsQuery } from '../../api.ts'

// More than a user can have.
const limit = 100

export function personalTokensQuery(userId: number) {
  return itemsQuery(['personal-tokens', userId], contracts.listPersonalTokens, {
    params: { id: userId },
    query: { limit },
  })
}

/** Without a task service tokens have no use. */
export const hasTaskServiceQuery = queryOptions({
  queryKey: ['has-task-service'],
  queryFn: async ({ signal }) => (await api(getServerMetadata, { signal })).protected_resources.length > 0,
})

export function tokenProjectsQuery(userId: number) {
  return {
    ...itemsQuery(['personal-token-projects', userId], contracts.listTokenProjects, {
      params: { id: userId },
      query: { limit: 1000 },
    }),
    staleTime: 60_000,
    meta: { showsOwnErrors: true },
  }
}

export function useCreatePersonalToken(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...conflictsAreExplained,
    gcTime: 0,
    mutationFn: (body: Input<typeof contracts.createPersonalToken>['body']) =>
      api(contracts.createPersonalToken, { params: { id: userId }, body }),
    onSuccess: refresh,
  })
}

export function useRevokePersonalToken(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    mutationFn: (tokenId: number) => api(contracts.revokePersonalToken, { params: { id: userId, tokenId } }),
    onSettled: refresh,
  })
}

function useRefresh(userId: number) {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['personal-tokens', userId] })
}
