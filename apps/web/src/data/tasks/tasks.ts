import type { Input } from '@atrium/client/client'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { getTask, listTasks, type Task } from '@atrium/tasks/tasks/task.contract'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { itemQuery, replyQuery } from '../../api.ts'
import { findCard, withTask } from '../boards/board-cache.ts'
import { patchShown } from '../boards/own-changes.ts'

/** All keys about a task start with ['task', id]: one invalidation refreshes all of it. */
export function taskQuery(id: number) {
  return itemQuery(['task', id, 'self'], getTask, { params: { id } })
}

/** Updates the task wherever it is shown, and adds it to its board. */
export function showTask(queryClient: QueryClient, task: Task) {
  queryClient.setQueryData(taskQuery(task.id).queryKey, task)
  changeBoards(queryClient, board => {
    const card = findCard(board, task.id)
    if (card && card.version > task.version) return board
    return card || board.id === task.boardId ? withTask(board, task) : board
  })
  patchShown(queryClient, task.id)
}

/** Changes the loaded task, and its card. */
export function patchTask(queryClient: QueryClient, id: number, change: (task: Task) => Partial<Task>) {
  const task = queryClient.getQueryData(taskQuery(id).queryKey)
  if (task) showTask(queryClient, { ...task, ...change(task) })
}

export function changeBoards(queryClient: QueryClient, change: (board: FullBoard) => FullBoard) {
  queryClient.setQueriesData<FullBoard>({ queryKey: ['board'] }, board =>
    board?.columns && board.stickers ? change(board) : board,
  )
}

export type TaskFilters = NonNullable<Input<typeof listTasks>['query']>

export function tasksQuery(filters: TaskFilters) {
  return {
    ...replyQuery(['tasks', filters], listTasks, { query: filters }),
    placeholderData: keepPreviousData,
  }
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
