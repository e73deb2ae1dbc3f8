import {
  attachSticker,
  createSticker,
  detachSticker,
  type Sticker,
} from '@atrium/tasks/tasks/stickers/sticker.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { changeBoards, showTask } from '../../../data/tasks.ts'
import { patchTask } from '../task.queries.ts'

export function useAttachSticker(taskId: number) {
  return useStickers(
    taskId,
    ({ id: stickerId }) => api(attachSticker, { params: { id: taskId }, body: { stickerId } }),
    (stickers, sticker) => [...stickers, sticker],
  )
}

export function useDetachSticker(taskId: number) {
  return useStickers(
    taskId,
    ({ id: stickerId }) => api(detachSticker, { params: { id: taskId, stickerId } }),
    (stickers, sticker) => stickers.filter(({ id }) => id !== sticker.id),
  )
}

function useStickers(
  taskId: number,
  mutationFn: (sticker: Sticker) => Promise<unknown>,
  change: (stickers: Sticker[], sticker: Sticker) => Sticker[],
) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `stickers-${taskId}` },
    meta: { hasNoForm: true },
    mutationFn,
    onMutate: sticker =>
      patchTask(queryClient, taskId, ({ stickers }) => ({ stickers: change(stickers, sticker) })),
    onError: (_error, _sticker, before) => before && showTask(queryClient, before),
  })
}

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
