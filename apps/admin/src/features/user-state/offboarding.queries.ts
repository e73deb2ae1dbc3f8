import type { Offboarding } from '@atrium/identity/users/offboarding/offboarding.contract'
import { getOffboarding, offboardUser } from '@atrium/identity/users/offboarding/offboarding.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Refetched while the task service still has work to hand over. */
export function offboardingQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'offboarding'],
    queryFn: async ({ signal }) => (await api(getOffboarding, { params: { id: userId }, signal })).item,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? 3000 : false),
  })
}

function isWaiting(offboarding: Offboarding | undefined) {
  return (
    offboarding?.successorId !== undefined && offboarding.successorId !== null && !offboarding.handedOverAt
  )
}

export function useOffboarding(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: { successorId: number | null }) =>
      (await api(offboardUser, { params: { id }, body })).item,
    ...conflictsAreExplained,
    onSettled: () =>
      Promise.all(
        ['users', 'sessions', 'audit'].map(queryKey =>
          queryClient.invalidateQueries({ queryKey: [queryKey] }),
        ),
      ),
  })
}
