import type { NewTaskPriority, TaskPriority } from '@atrium/tasks/tasks/task-priority.contract'
import { type Item, post, put, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/explained-conflicts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { prioritiesQuery } from '../../data/tasks.ts'

export function useSavePriority() {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, ...priority }: NewTaskPriority & { id?: number }) =>
      id
        ? put<Item<TaskPriority>>(`/task-priority/${id}`, priority)
        : post<Item<TaskPriority>>('/task-priority', priority),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: prioritiesQuery.queryKey }),
  })
}

export function useDeletePriority() {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (id: number) => remove(`/task-priority/${id}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: prioritiesQuery.queryKey }),
  })
}
