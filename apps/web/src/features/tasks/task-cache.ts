import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import type { QueryClient } from '@tanstack/react-query'
import { cardOf, findCard, withCard, withoutCard } from '../../data/board-cache.ts'
import { taskQuery } from '../../data/tasks.ts'

/** Updates the task in its panel and on every loaded board. */
export function showTask(queryClient: QueryClient, task: Task) {
  queryClient.setQueryData(taskQuery(task.id).queryKey, task)
  changeBoards(queryClient, board => {
    if (board.id === task.boardId) return withCard(board, cardOf(task))
    return findCard(board, task.id) ? withoutCard(board, task.id) : board
  })
}

/** Returns the task as it was before. */
export function patchTask(queryClient: QueryClient, id: number, change: (task: Task) => Partial<Task>) {
  const task = queryClient.getQueryData(taskQuery(id).queryKey)
  if (task) showTask(queryClient, { ...task, ...change(task) })
  return task
}

export function removeFromBoards(queryClient: QueryClient, id: number) {
  changeBoards(queryClient, board => (findCard(board, id) ? withoutCard(board, id) : board))
}

export function changeBoards(queryClient: QueryClient, change: (board: FullBoard) => FullBoard) {
  queryClient.setQueriesData<FullBoard>({ queryKey: ['board'] }, board =>
    board?.columns && board.stickers ? change(board) : board,
  )
}
