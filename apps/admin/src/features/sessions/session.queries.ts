import type { UserSession } from '@atrium/identity/tokens/user-session.contract'
import { get, type List, remove } from '@atrium/ui/api'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const sessionsPerPage = 20

export function sessionsQuery(userId: number, page: number) {
  return queryOptions({
    queryKey: ['sessions', userId, { page }],
    queryFn: ({ signal }) =>
      get<List<UserSession>>(`/users/${userId}/sessions`, { page, limit: sessionsPerPage }, signal),
    placeholderData: keepPreviousData,
  })
}

export function useEndSession(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => remove(`/users/${userId}/sessions/${id}`),
    // A refusal too says that the list is not what it was.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions', userId] }),
  })
}

/** The one that asks goes on. */
export function useEndOtherSessions(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => remove(`/users/${userId}/sessions`, { keepCurrent: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions', userId] }),
  })
}
