import * as contracts from '@atrium/identity/oauth/client-documents/metadata-host.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation } from '@tanstack/react-query'
import { api, itemsQuery } from '../../api.ts'

const ALL = 1000
const queryKey = ['metadata-hosts']

export const metadataHostsQuery = itemsQuery(queryKey, contracts.listMetadataHosts, { query: { limit: ALL } })

export function useAddMetadataHost() {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (body: contracts.NewMetadataHost) => api(contracts.addMetadataHost, { body }),
    onSuccess: useInvalidation(queryKey, ['audit']),
  })
}

export function useRemoveMetadataHost() {
  return useMutation({
    mutationFn: (id: number) => api(contracts.removeMetadataHost, { params: { id } }),
    onSuccess: useInvalidation(queryKey, ['audit']),
  })
}
