import { ApiError, hasStatus } from '@atrium/client/api-error'
import type { NewSticker, Sticker } from '@atrium/tasks/tasks/sticker.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** The stickers that a task of the project can have: its own and those of all projects. */
export function projectStickersQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'stickers'],
    queryFn: ({ signal }) => get<List<Sticker>>('/sticker', { projectId, limit: 1000 }, signal),
    select: ({ items }: List<Sticker>) => items,
  })
}

/** The stickers of all projects. */
export const commonStickersQuery = queryOptions({
  queryKey: ['stickers', 'common'],
  queryFn: ({ signal }) => get<List<Sticker>>('/sticker', { limit: 1000 }, signal),
  select: ({ items }: List<Sticker>) => items.filter(({ projectId }) => projectId === null),
})

/** `nameTaken` is what the name field says when another sticker has the name. */
export function useSaveSticker(nameTaken: string) {
  const invalidate = useInvalidateStickers()
  return useMutation({
    mutationFn: async ({ id, projectId, ...sticker }: NewSticker & { id?: number }) => {
      try {
        if (id) return await put<Item<Sticker>>(`/sticker/${id}`, sticker)
        return await post<Item<Sticker>>('/sticker', { ...sticker, projectId })
      } catch (error) {
        if (!hasStatus(error, 409) || error.details.archivedAt) throw error
        throw new ApiError(422, error.message, { errors: { name: [nameTaken] } }, error.requestId)
      }
    },
    onSuccess: invalidate,
  })
}

export function useDeleteSticker() {
  const invalidate = useInvalidateStickers()
  return useMutation({ mutationFn: (id: number) => remove(`/sticker/${id}`), onSuccess: invalidate })
}

function useInvalidateStickers() {
  const queryClient = useQueryClient()
  return () => {
    // Boards and projects carry their stickers with them.
    void queryClient.invalidateQueries({ queryKey: ['board'] })
    void queryClient.invalidateQueries({ queryKey: ['project'] })
    return queryClient.invalidateQueries({ queryKey: ['stickers'] })
  }
}
