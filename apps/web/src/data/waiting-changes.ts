import { ApiError, hasCode } from '@atrium/client/api-error'
import { useNetwork } from '@mantine/hooks'
import { type QueryClient, useMutationState } from '@tanstack/react-query'
import { currentUserQuery } from './current-user.ts'
import { signedInUser } from './signed-in-user.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000

/**
 * For changes that can be sent again, because the server recognizes them: as long as it neither accepts nor refuses them, they
 * wait. Others of the same task wait behind them.
 */
export const untilAnswered = {
  retry: (_failures: number, error: Error) => isUnanswered(error),
  retryDelay: (failures: number) => Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS),
}

/** No answer, or one of a proxy whose server is down. In maintenance mode, the server refuses. */
function isUnanswered(error: Error) {
  if (hasCode(error, 'maintenance')) return false
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

/**
 * The user who makes a change sends it: while it waits, the session can end, and another tab can sign someone else in. Returns a
 * check for the moments when it is sent.
 */
export function sameUserOnly(queryClient: QueryClient) {
  const current = () => queryClient.getQueryData(currentUserQuery.queryKey)?.id
  const userId = current()
  return () => {
    const inBrowser = signedInUser() ?? userId
    if (current() !== userId || inBrowser !== userId) throw new ApiError(401, 'Another user is signed in')
  }
}

/** How many changes wait for a connection or for the server; 0 while they are saved as they are made. */
export function useWaitingChanges() {
  const { online } = useNetwork()
  const pending = useMutationState({
    filters: { status: 'pending' },
    select: ({ state }) => state.failureCount > 0,
  })
  return !online || pending.includes(true) ? pending.length : 0
}
