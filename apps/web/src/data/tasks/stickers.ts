import { createSticker, listStickers } from '@atrium/tasks/tasks/stickers/sticker.contract'
import type { Sticker } from '@atrium/tasks/tasks/task.contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, listQuery } from '../../api.ts'
import { changeBoards, swatches } from './tasks.ts'

/** The stickers that a task of the project can have: its own and those of all projects. */
export function stickersQuery(projectId: number) {
  return listQuery(['project', projectId, 'stickers'], listStickers, { query: { projectId, limit: 1000 } })
}

/**
 * Creates a sticker of the project, or finds the one that already has the name. Its color can be changed later, in the project's
 * settings.
 */
export async function ensureSticker(
  queryClient: QueryClient,
  projectId: number,
  name: string,
): Promise<Sticker> {
  const { items } = await api(listStickers, { query: { projectId, limit: 1000 } })
  const known = items.find(sticker => sticker.name.toLowerCase() === name.toLowerCase())
  if (known) return known
  const color = swatches[items.length % swatches.length] as string
  const { item } = await api(createSticker, { body: { name, color, projectId } })
  changeBoards(queryClient, board =>
    board.projectId === projectId && !board.stickers.some(({ id }) => id === item.id)
      ? { ...board, stickers: [...board.stickers, item] }
      : board,
  )
  void queryClient.invalidateQueries({ queryKey: ['project', projectId, 'stickers'] })
  return item
}

export function useCreateSticker(projectId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (name: string) => ensureSticker(queryClient, projectId, name),
  })
}
