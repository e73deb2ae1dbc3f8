import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, hasCode } from './api-error.ts'
import { notifyOfError, notifyOfRefusal } from './notify.ts'

/** `onSignedOut` runs when the session has ended. */
export function createQueryClient(onSignedOut: (queryClient: QueryClient) => void) {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: error => {
        if (hasCode(error, 401)) onSignedOut(queryClient)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (hasCode(error, 401)) onSignedOut(queryClient)
        // A 422 belongs to the fields of the form that caused it.
        else if (hasCode(error, 422)) meta?.hasNoForm && notifyOfRefusal(error)
        else if (!meta?.tellsItself) notifyOfError(error)
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, error) => failures < 1 && isTemporary(error) },
    },
  })
  return queryClient
}

function isTemporary(error: unknown) {
  return error instanceof ApiError && (error.code === 0 || error.code >= 502)
}
