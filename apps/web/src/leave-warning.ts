import type { QueryClient } from '@tanstack/react-query'

/** The browser asks for confirmation before leaving while changes are being sent or wait for the network. */
export function warnBeforeLeaving(queryClient: QueryClient) {
  addEventListener('beforeunload', event => {
    if (queryClient.isMutating() > 0) event.preventDefault()
  })
}
