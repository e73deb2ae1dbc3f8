import { ApiError, isRefused } from '@atrium/client/api-error'
import type { NewSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import * as contracts from '@atrium/tasks/tasks/stickers/sticker.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** The stickers of all projects. */
export const commonStickersQuery = queryOptions({
  queryKey: ['stickers', 'common'],
  queryFn: ({ signal }) => api(contracts.listStickers, { query: { limit: 1000 }, signal }),
  select: ({ items }) => items.filter(({ projectId }) => projectId === null),
})

/** `nameTaken` is what the name field says when another sticker has the name. */
export function useSaveSticker(nameTaken: string) {
  const invalidate = useInvalidateStickers()
  return useMutation({
    mutationFn: async ({ id, projectId, ...sticker }: NewSticker & { id?: number }) => {
      try {
        if (id) return await api(contracts.updateSticker, { params: { id }, body: sticker })
        return await api(contracts.createSticker, { body: { ...sticker, ...(projectId && { projectId }) } })
      } catch (error) {
        if (!isRefused(contracts.createSticker, error, 'sticker_name_taken')) throw error
        throw new ApiError(422, error.message, { errors: { name: [nameTaken] } }, error.requestId)
      }
    },
    onSuccess: invalidate,
  })
}

export function useDeleteSticker() {
  const invalidate = useInvalidateStickers()
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteSticker, { params: { id } }),
    onSuccess: invalidate,
  })
}

function useInvalidateStickers() {
  const queryClient = useQueryClient()
  return () => {
    // Boards and projects contain their stickers.
    void queryClient.invalidateQueries({ queryKey: ['board'] })
    void queryClient.invalidateQueries({ queryKey: ['project'] })
    return queryClient.invalidateQueries({ queryKey: ['stickers'] })
  }
}
