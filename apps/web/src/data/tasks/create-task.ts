import { attachSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { createTask, getTask, listTasks, moveTask, type Task } from '@atrium/tasks/tasks/task.contract'
import { notifyOfError } from '@atrium/ui/feedback/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { isUnanswered } from '../../changes/change-queue.ts'
import type { NewTaskRequest } from '../../changes/queued-change.ts'
import { ensureSticker } from './stickers.ts'

/**
 * Creates a task with its stickers, at the top of its column if asked. The keys of the steps follow from the key of the whole, so that
 * it can be repeated. A step after the first that is refused is reported, but the task exists.
 */
export async function createTaskWithStickers(
  queryClient: QueryClient,
  { task: { stickerIds = [], newStickers = [], ...body }, toTop }: Omit<NewTaskRequest, 'kind'>,
  idempotencyKey: string,
): Promise<Task> {
  const { item } = await api(createTask, { body, idempotencyKey })
  try {
    const ids = [...stickerIds]
    for (const name of newStickers) ids.push((await ensureSticker(queryClient, item.projectId, name)).id)
    for (const stickerId of new Set(ids)) {
      const key = `${idempotencyKey}-sticker-${stickerId}`
      await api(attachSticker, { params: { id: item.id }, body: { stickerId }, idempotencyKey: key })
    }
    if (toTop) return await moveToTop(item, toTop)
    return ids.length > 0 ? (await api(getTask, { params: { id: item.id } })).item : item
  } catch (error) {
    if (isUnanswered(error)) throw error
    notifyOfError(error)
    return item
  }
}

/**
 * Asks the server for the top: the board in the cache may not have the previous new task yet. Without a key: a repeat leads to
 * the same place. If it is refused, the task stays at the end.
 */
async function moveToTop(task: Task, { columnId }: NonNullable<NewTaskRequest['toTop']>) {
  try {
    const query = { columnId: String(columnId), orderBy: 'position', limit: 1 } as const
    const [first] = (await api(listTasks, { query })).items
    if (!first || first.id === task.id) return task
    const body = { columnId, beforeTaskId: first.id }
    return (await api(moveTask, { params: { id: task.id }, body })).item
  } catch (error) {
    if (isUnanswered(error)) throw error
    return task
  }
}
