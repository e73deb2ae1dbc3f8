import { createSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { changeBoards } from '../../../data/tasks.ts'

export function useCreateSticker(projectId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (sticker: { name: string; color: string }) =>
      (await api(createSticker, { body: { ...sticker, projectId } })).item,
    onSuccess: sticker => {
      changeBoards(queryClient, board =>
        board.projectId === projectId ? { ...board, stickers: [...board.stickers, sticker] } : board,
      )
      void queryClient.invalidateQueries({ queryKey: ['project', projectId, 'stickers'] })
    },
  })
}
