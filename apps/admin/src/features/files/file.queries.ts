import { deleteFile, getFile, listFiles } from '@atrium/identity/storage/file.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { api, replyQuery } from '../../api.ts'

const FILES_PER_PAGE = 10

export function filesQuery(userId: number, page: number) {
  return {
    ...replyQuery(['users', userId, 'files', { page }], listFiles, {
      query: { userId, orderBy: '-id', page, limit: FILES_PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  }
}

/** The file can be the user's photo, so the user is read again too. */
export function useDeleteFile(userId: number) {
  return useMutation({
    mutationFn: (id: number) => api(deleteFile, { params: { id } }),
    onSuccess: useInvalidation(['users', userId], ['current-user']),
  })
}

/** A plain link would neither renew an expired session nor say that the file is gone. */
export function useDownloadFile() {
  return useMutation({
    mutationFn: (id: number) => api(getFile, { params: { id } }),
    onSuccess: ({ item }) => {
      const link = document.createElement('a')
      link.href = `/storage/files/${item.id}/content`
      link.download = item.name
      link.click()
    },
  })
}
