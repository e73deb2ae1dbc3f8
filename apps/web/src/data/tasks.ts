import type { Input } from '@atrium/client/client'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { attachSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { createTask, getTask, listTasks, type NewTask, type Task } from '@atrium/tasks/tasks/task.contract'
import { notifyOfError } from '@atrium/ui/feedback/notifications'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../api.ts'
import { cardOf, findCard, withCard, withoutCard } from './board-cache.ts'
import { fullBoardQuery } from './boards.ts'

/** All keys about a task start with ['task', id]: one invalidation refreshes all of it. */
export function taskQuery(id: number) {
  return queryOptions({
    queryKey: ['task', id, 'self'],
    queryFn: async ({ signal }) => (await api(getTask, { params: { id }, signal })).item,
  })
}

/** Updates the task in its panel and on every loaded board. */
export function showTask(queryClient: QueryClient, task: Task) {
  queryClient.setQueryData(taskQuery(task.id).queryKey, task)
  changeBoards(queryClient, board => {
    if (board.id === task.boardId) return withCard(board, cardOf(task))
    return findCard(board, task.id) ? withoutCard(board, task.id) : board
  })
}

export function changeBoards(queryClient: QueryClient, change: (board: FullBoard) => FullBoard) {
  queryClient.setQueriesData<FullBoard>({ queryKey: ['board'] }, board =>
    board?.columns && board.stickers ? change(board) : board,
  )
}

export type TaskFilters = NonNullable<Input<typeof listTasks>['query']>

export function tasksQuery(filters: TaskFilters) {
  return queryOptions({
    queryKey: ['tasks', filters],
    queryFn: ({ signal }) => api(listTasks, { query: filters, signal }),
    placeholderData: keepPreviousData,
  })
}

/** A new task with the stickers it gets. */
export type TaskToCreate = NewTask & { stickerIds?: number[] | undefined }

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
      return queryClient.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
}

/** What people call the task. */
export function taskKey({ number }: { number: number }) {
  return `#${number}`
}

/** Suggested colors of stickers and priorities: user data, the same in both color schemes. */
export const swatches = [
  '#e03131',
  '#e8590c',
  '#f08c00',
  '#2f9e44',
  '#0c8599',
  '#1971c2',
  '#6741d9',
  '#c2255c',
  '#5c940d',
  '#495057',
]
