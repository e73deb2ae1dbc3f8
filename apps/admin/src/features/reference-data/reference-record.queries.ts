import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/explained-conflicts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReferenceKind, ReferenceRecord } from './reference-record.ts'

const RECORDS_PER_PAGE = 20

export function recordsQuery(kind: ReferenceKind, search: string, page: number) {
  return queryOptions({
    queryKey: [kind, { search, page }],
    queryFn: ({ signal }) =>
      get<List<ReferenceRecord>>(
        `/${kind}`,
        { search, page, orderBy: 'name', limit: RECORDS_PER_PAGE },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}

export type RecordFields = Record<string, string | null>

export function useSaveRecord(kind: ReferenceKind) {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, fields }: { id: number | undefined; fields: RecordFields }) =>
      id
        ? put<Item<ReferenceRecord>>(`/${kind}/${id}`, fields)
        : post<Item<ReferenceRecord>>(`/${kind}`, fields),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [kind] }),
  })
}

export function useDeleteRecord(kind: ReferenceKind) {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (id: number) => remove(`/${kind}/${id}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [kind] }),
  })
}
