import type { StoredFile } from '@atrium/identity/storage/file.contract'
import { get, type Item, type List, remove } from '@atrium/ui/api'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const filesPerPage = 10

export function filesQuery(userId: number, page: number) {
  return queryOptions({
    queryKey: ['users', userId, 'files', { page }],
    queryFn: ({ signal }) =>
      get<List<StoredFile>>('/storage/files', { userId, orderBy: '-id', page, limit: filesPerPage }, signal),
    placeholderData: keepPreviousData,
  })
}

/** The file may be the photo that the user is shown with, so the user is read again too. */
export function useDeleteFile(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => remove(`/storage/files/${id}`),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['users', userId] }),
        queryClient.invalidateQueries({ queryKey: ['current-user'] }),
      ]),
  })
}

/** A link alone would not renew a session that has ended meanwhile, nor say that the file is gone. */
export function useDownloadFile() {
  return useMutation({
    mutationFn: (id: number) => get<Item<StoredFile>>(`/storage/files/${id}`),
    onSuccess: ({ item }) => {
      const link = document.createElement('a')
      link.href = `/storage/files/${item.id}/content`
      link.download = item.name
      link.click()
    },
  })
}
