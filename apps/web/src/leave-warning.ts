import type { QueryClient } from '@tanstack/react-query'

/** The browser asks before it leaves while something is on its way, or waits for the network. */
export function warnBeforeLeaving(queryClient: QueryClient) {
  addEventListener('beforeunload', event => {
    if (queryClient.isMutating() > 0) event.preventDefault()
  })
}
