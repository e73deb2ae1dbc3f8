import type { Mutation, QueryClient } from '@tanstack/react-query'

/** The browser asks for confirmation before leaving while something is being sent that would be lost; queued changes are stored. */
export function warnBeforeLeaving(queryClient: QueryClient) {
  addEventListener('beforeunload', event => {
    const isLost = ({ meta }: Mutation) => meta?.changeId === undefined && !meta?.isQueued
    if (queryClient.isMutating({ predicate: isLost }) > 0) event.preventDefault()
  })
}
