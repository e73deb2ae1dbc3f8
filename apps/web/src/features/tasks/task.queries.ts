import { deleteTask, restoreTask } from '@atrium/tasks/tasks/task.contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { findCard, withoutCard } from '../../data/boards/board-cache.ts'
import { changeBoards, showTask } from '../../data/tasks/tasks.ts'

/** `onDeleted` is called even if the panel is already closed because the live stream was faster. */
export function useDeleteTask(id: number, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(deleteTask, { params: { id } }),
    onSuccess: () => {
      removeFromBoards(queryClient, id)
      queryClient.removeQueries({ queryKey: ['task', id] })
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
      onDeleted()
    },
  })
}

export function useRestoreTask(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await api(restoreTask, { params: { id } })).item,
    onSuccess: task => {
      showTask(queryClient, task)
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
      void queryClient.invalidateQueries({ queryKey: ['task', id] })
    },
  })
}

function removeFromBoards(queryClient: QueryClient, id: number) {
  changeBoards(queryClient, board => (findCard(board, id) ? withoutCard(board, id) : board))
}
