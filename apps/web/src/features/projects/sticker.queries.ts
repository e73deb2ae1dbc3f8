import { ApiError, hasStatus } from '@atrium/client/api-error'
import type { NewSticker, Sticker, StickerChanges } from '@atrium/tasks/tasks/sticker.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

export function stickersQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'stickers'],
    queryFn: ({ signal }) => get<List<Sticker>>('/sticker', { projectId, limit: 1000 }, signal),
    select: ({ items }: List<Sticker>) => items,
  })
}

/** `taken` is what the name field says when another sticker has the name. */
export function useSaveSticker(projectId: number, taken: string) {
  return useStickerMutation(projectId, async ({ id, ...sticker }: StickerToSave) => {
    try {
      if (id) return await put<Item<Sticker>>(`/sticker/${id}`, sticker satisfies StickerChanges)
      return await post<Item<Sticker>>('/sticker', { ...sticker, projectId } satisfies NewSticker)
    } catch (error) {
      if (!hasStatus(error, 409) || error.details.archivedAt) throw error
      throw new ApiError(422, error.message, { errors: { name: [taken] } }, error.requestId)
    }
  })
}

export interface StickerToSave {
  id?: number
  name: string
  color: string
}

export function useDeleteSticker(projectId: number) {
  return useStickerMutation(projectId, (id: number) => remove(`/sticker/${id}`))
}

function useStickerMutation<Input, Output>(projectId: number, mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => {
      // Boards carry their stickers with them.
      void queryClient.invalidateQueries({ queryKey: ['board'] })
      return queryClient.invalidateQueries({ queryKey: stickersQuery(projectId).queryKey })
    },
  })
}
