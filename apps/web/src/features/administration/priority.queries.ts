import {
  createTaskPriority,
  deleteTaskPriority,
  type NewTaskPriority,
  updateTaskPriority,
} from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { prioritiesQuery } from '../../data/priorities.ts'

export function useSavePriority() {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, ...priority }: NewTaskPriority & { id?: number }) =>
      id
        ? api(updateTaskPriority, { params: { id }, body: priority })
        : api(createTaskPriority, { body: priority }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: prioritiesQuery.queryKey }),
  })
}

export function useDeletePriority() {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (id: number) => api(deleteTaskPriority, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: prioritiesQuery.queryKey }),
  })
}
