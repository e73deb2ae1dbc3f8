import type { Task } from '@atrium/tasks/tasks/task.contract'
import { type Item, post, remove } from '@atrium/ui/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tasksQuery } from '../../data/tasks.ts'

const tasksPerPage = 50

/** What was deleted last has been changed last. */
export function trashQuery(projectId: number, page: number) {
  return tasksQuery({ projectId, deleted: true, orderBy: '-updatedAt', limit: tasksPerPage, page })
}

export function useRestoreTask() {
  return useTrashMutation((id: number) => post<Item<Task>>(`/task/${id}/restore`))
}

export function useRemoveTask() {
  return useTrashMutation((id: number) => remove(`/task/${id}/hard`))
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
