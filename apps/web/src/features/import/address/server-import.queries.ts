import * as contracts from '@atrium/tasks/imports/jobs/import-job.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery, itemsQuery } from '../../../api.ts'

const KEY = ['imports']
const EVERY_MS = 1000

export const importsQuery = itemsQuery([...KEY, 'list'], contracts.listImports, { query: { limit: 20 } })

/** Asks again until the import has ended. */
export function importQuery(id: number) {
  return {
    ...itemQuery([...KEY, id], contracts.getImport, { params: { id } }),
    refetchInterval: ({ state }: { state: { data?: unknown } }) => (hasEnded(state.data) ? false : EVERY_MS),
  }
}

function hasEnded(reply: unknown) {
  return Boolean((reply as { finishedAt?: string | null } | undefined)?.finishedAt)
}

type NewAddressImport = Pick<
  contracts.NewImport,
  'source' | 'address' | 'token' | 'projectId' | 'withArchived'
>

export function useTryImport() {
  return useMutation({
    mutationFn: (body: NewAddressImport) => api(contracts.startImport, { body: { ...body, dryRun: true } }),
    onSuccess: useInvalidation(KEY),
  })
}

export function useBeginImport(id: number) {
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (body: contracts.ImportStart) => api(contracts.beginImport, { params: { id }, body }),
    onSuccess: useInvalidation(KEY),
  })
}

export function useTakeBackImport(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: () => api(contracts.takeBackImport, { params: { id } }),
    // The import itself is gone: it must not be asked for again.
    onSuccess: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== KEY[0] || queryKey[1] !== id,
      }),
  })
}
