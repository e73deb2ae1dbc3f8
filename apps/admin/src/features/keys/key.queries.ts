import {
  listSigningKeys,
  rotateSigningKey,
  type SigningKeyRecord,
} from '@atrium/identity/tokens/signing-key.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'

const KEYS_PER_PAGE = 20
const SOON_MS = 5000
const queryKey = ['keys']

/** Reloaded while a new key waits to sign. */
export function keysQuery(page: number) {
  return queryOptions({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => api(listSigningKeys, { query: { page, limit: KEYS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isNext) ? SOON_MS : false),
  })
}

export function isNext({ status }: SigningKeyRecord) {
  return status === 'published'
}

export function useRotateKey() {
  return useMutation({
    mutationFn: () => api(rotateSigningKey, { body: {} }),
    onSuccess: useInvalidation(queryKey),
  })
}
