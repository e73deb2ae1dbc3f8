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

function hasEnded(data: unknown) {
  const item =
    (data as { item?: contracts.ImportJob } | undefined)?.item ?? (data as contracts.ImportJob | undefined)
  return Boolean(item?.finishedAt)
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
    onSuccess: () => queryClient.invalidateQueries(),
  })
}
