import type { ImportStart } from '@atrium/tasks/imports/jobs/import-choices.contract'
import * as contracts from '@atrium/tasks/imports/jobs/import-job.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery, itemsQuery, replyQuery } from '../../../api.ts'

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

/** What needs attention after an import. */
export function notesQuery(id: number, page: number) {
  return replyQuery([...KEY, id, 'notes', page], contracts.listImportNotes, {
    params: { id },
    query: { page, limit: NOTES_PER_PAGE },
  })
}

const NOTES_PER_PAGE = 50
const NOTES_PER_REQUEST = 1000

export async function listAllNotes(id: number) {
  const notes: contracts.ImportNote[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { page, limit: NOTES_PER_REQUEST }
    const list = await api(contracts.listImportNotes, { params: { id }, query })
    notes.push(...list.items)
    pages = list._meta.pages
  }
  return notes
}

/** Uploads the file; the server imports it. */
export function useImportFile() {
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (body: Omit<contracts.NewImport, 'file' | 'dryRun'> & { file: File }) =>
      api(contracts.startImport, { body }),
    onSuccess: useInvalidation(KEY),
  })
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
    mutationFn: (body: ImportStart) => api(contracts.beginImport, { params: { id }, body }),
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
