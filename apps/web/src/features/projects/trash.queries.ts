import { deleteTaskPermanently, restoreTask } from '@atrium/tasks/tasks/task.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { tasksQuery } from '../../data/tasks.ts'

const tasksPerPage = 50

/** Deleting a task updates it, so the last deleted come first. */
export function trashQuery(projectId: number, page: number) {
  return tasksQuery({
    projectId: String(projectId),
    deleted: 'true',
    orderBy: '-updatedAt',
    limit: tasksPerPage,
    page,
  })
}

export function useRestoreTask() {
  return useTrashMutation((id: number) => api(restoreTask, { params: { id } }))
}

export function useRemoveTask() {
  return useTrashMutation((id: number) => api(deleteTaskPermanently, { params: { id } }))
}

function useTrashMutation<Output>(mutationFn: (id: number) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: (_item, _error, id) => {
      void queryClient.invalidateQueries({ queryKey: ['task', id] })
      void queryClient.invalidateQueries({ queryKey: ['board'] })
      return queryClient.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
}
