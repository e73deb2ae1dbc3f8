import type { SigningKeyRecord } from '@atrium/identity/tokens/signing-key.contract'
import { get, type Item, type List, post } from '@atrium/ui/api'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const KEYS_PER_PAGE = 20
const SOON_MS = 5000
const queryKey = ['keys']

/** While a new key waits for its time to sign, the list follows it. */
export function keysQuery(page: number) {
  return queryOptions({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) =>
      get<List<SigningKeyRecord>>('/oauth/keys', { page, limit: KEYS_PER_PAGE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isNext) ? SOON_MS : false),
  })
}

export function isNext({ status }: SigningKeyRecord) {
  return status === 'published'
}

export function useRotateKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => post<Item<SigningKeyRecord>>('/oauth/keys/rotate', {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  })
}
