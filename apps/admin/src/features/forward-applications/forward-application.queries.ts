import type { NewForwardApplication } from '@atrium/identity/oauth/forward/forward-application.contract'
import * as contracts from '@atrium/identity/oauth/forward/forward-application.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation } from '@tanstack/react-query'
import { api, itemsQuery } from '../../api.ts'

const ALL = 1000
const queryKey = ['forward-applications']

export const forwardApplicationsQuery = itemsQuery(queryKey, contracts.listForwardApplications, {
  query: { orderBy: 'name', limit: ALL },
})

export function useSaveForwardApplication() {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, ...body }: NewForwardApplication & { id: number | undefined }) =>
      id === undefined
        ? api(contracts.createForwardApplication, { body })
        : api(contracts.updateForwardApplication, { params: { id }, body }),
    onSuccess: useInvalidation(queryKey, ['audit']),
  })
}

export function useDeleteForwardApplication() {
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteForwardApplication, { params: { id } }),
    onSuccess: useInvalidation(queryKey, ['audit']),
  })
}
