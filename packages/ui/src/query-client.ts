import { ApiError, hasCode, hasStatus } from '@atrium/client/api-error'
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { notifyOfError, notifyOfRefusal } from './feedback/notifications.tsx'
import { noticesKey } from './notices.ts'

/** `onSignedOut` runs when the session has ended, with the refusal that says so. */
export function createQueryClient(onSignedOut: (queryClient: QueryClient, refusal: ApiError) => void) {
  // It assumes a connection otherwise, and then does not notice when there is one.
  onlineManager.setOnline(navigator.onLine)
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: error => {
        if (hasStatus(error, 401)) onSignedOut(queryClient, error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (hasCode(error, 'maintenance')) void queryClient.invalidateQueries({ queryKey: noticesKey })
        if (hasStatus(error, 401)) onSignedOut(queryClient, error)
        // A 422 belongs to the fields of the form that caused it.
        else if (hasStatus(error, 422)) meta?.hasNoForm && notifyOfRefusal(error)
        else if (!meta?.showsOwnErrors) notifyOfError(error)
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, error) => failures < 1 && isTemporary(error) },
    },
  })
  return queryClient
}

function isTemporary(error: unknown) {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

/** For mutations whose form or dialog explains conflicts itself. */
export const conflictsAreExplained = {
  meta: { showsOwnErrors: true },
  onError: (error: unknown) => {
    const isExplained = [401, 409, 422].some(code => hasStatus(error, code))
    if (!isExplained) notifyOfError(error)
  },
}
