import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { attachSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { createTask, getTask, type NewTask, type Task } from '@atrium/tasks/tasks/task.contract'
import { notifyOfError } from '@atrium/ui/feedback/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { cardOf, withCard } from './board-cache.ts'
import { fullBoardQuery } from './boards.ts'

/** A new task with the stickers it gets. */
type TaskToCreate = NewTask & { stickerIds?: number[] | undefined }

/** A sticker that cannot be added is reported, but the task exists. */
export async function createTaskWithStickers(
  { stickerIds = [], ...body }: TaskToCreate,
  idempotencyKey?: string,
): Promise<Task> {
  const { item } = await api(createTask, { body, ...(idempotencyKey && { idempotencyKey }) })
  try {
    for (const stickerId of stickerIds)
      await api(attachSticker, { params: { id: item.id }, body: { stickerId } })
    return stickerIds.length > 0 ? (await api(getTask, { params: { id: item.id } })).item : item
  } catch (error) {
    notifyOfError(error)
    return item
  }
}

/** Without a board, the task goes to the personal one. */
export function useCaptureTask() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (task: TaskToCreate) => createTaskWithStickers(task),
    onSuccess: task => {
      queryClient.setQueryData<FullBoard>(
        fullBoardQuery(task.boardId).queryKey,
        board => board && withCard(board, cardOf(task)),
      )
      // Not awaited: the next task can be sent while the lists are refetched.
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
}
