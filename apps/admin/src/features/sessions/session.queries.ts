import { endSession, endSessions, listSessions } from '@atrium/identity/tokens/user-session.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { api, replyQuery } from '../../api.ts'

const SESSIONS_PER_PAGE = 20

export function sessionsQuery(userId: number, page: number) {
  return {
    ...replyQuery(['sessions', userId, { page }], listSessions, {
      params: { id: userId },
      query: { page, limit: SESSIONS_PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  }
}

export function useEndSession(userId: number) {
  return useSessionChange(userId, (sessionId: number) =>
    api(endSession, { params: { id: userId, sessionId } }),
  )
}

/** All except that of the request. */
export function useEndOtherSessions(userId: number) {
  return useSessionChange(userId, () =>
    api(endSessions, { params: { id: userId }, query: { keepCurrent: true } }),
  )
}

function useSessionChange<Input, Reply>(userId: number, mutationFn: (input: Input) => Promise<Reply>) {
  return useMutation({
    mutationFn,
    // After an error too: the list is probably outdated.
    onSettled: useInvalidation(['sessions', userId]),
  })
}
