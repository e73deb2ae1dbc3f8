import type { NewSticker, Sticker } from '@atrium/tasks/tasks/sticker.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/explained-conflicts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** Those for all projects. */
export const commonStickersQuery = queryOptions({
  queryKey: ['stickers', 'common'],
  queryFn: ({ signal }) => get<List<Sticker>>('/sticker', { limit: 1000 }, signal),
  select: ({ items }: List<Sticker>) => items.filter(({ projectId }) => projectId === null),
})

export function useSaveSticker() {
  const forget = useForgetStickers()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, ...sticker }: NewSticker & { id?: number }) =>
      id ? put<Item<Sticker>>(`/sticker/${id}`, sticker) : post<Item<Sticker>>('/sticker', sticker),
    onSuccess: forget,
  })
}

export function useDeleteSticker() {
  const forget = useForgetStickers()
  return useMutation({ mutationFn: (id: number) => remove(`/sticker/${id}`), onSuccess: forget })
}

function useForgetStickers() {
  const queryClient = useQueryClient()
  return () => {
    // Boards and projects carry their stickers with them.
    void queryClient.invalidateQueries({ queryKey: ['board'] })
    void queryClient.invalidateQueries({ queryKey: ['project'] })
    return queryClient.invalidateQueries({ queryKey: ['stickers'] })
  }
}
