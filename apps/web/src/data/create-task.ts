import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { attachSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { createTask, getTask, type NewTask, type Task } from '@atrium/tasks/tasks/task.contract'
import { notifyOfError } from '@atrium/ui/feedback/notifications'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { cardOf, withCard } from './board-cache.ts'
import { fullBoardQuery } from './boards.ts'
import { ensureSticker } from './stickers.ts'

/** A new task with the stickers it gets, by id and by the names of new ones. */
type TaskToCreate = NewTask & { stickerIds?: number[] | undefined; newStickers?: string[] | undefined }

/** A sticker that cannot be added is reported, but the task exists. */
export async function createTaskWithStickers(
  queryClient: QueryClient,
  { stickerIds = [], newStickers = [], ...body }: TaskToCreate,
  idempotencyKey?: string,
): Promise<Task> {
  const { item } = await api(createTask, { body, ...(idempotencyKey && { idempotencyKey }) })
  try {
    const ids = [...stickerIds]
    for (const name of newStickers) ids.push((await ensureSticker(queryClient, item.projectId, name)).id)
    for (const stickerId of new Set(ids))
      await api(attachSticker, { params: { id: item.id }, body: { stickerId } })
    return ids.length > 0 ? (await api(getTask, { params: { id: item.id } })).item : item
  } catch (error) {
    notifyOfError(error)
    return item
  }
}

/** Without a board, the task goes to the personal one. */
export function useCaptureTask() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (task: TaskToCreate) => createTaskWithStickers(queryClient, task),
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
