import {
  createTaskPriority,
  deleteTaskPriority,
  type NewTaskPriority,
  updateTaskPriority,
} from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { prioritiesQuery } from '../../data/planning/priorities.ts'

export function useSavePriority() {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, ...priority }: NewTaskPriority & { id?: number }) =>
      id
        ? api(updateTaskPriority, { params: { id }, body: priority })
        : api(createTaskPriority, { body: priority }),
    onSuccess: useInvalidation(prioritiesQuery.queryKey),
  })
}

export function useDeletePriority() {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (id: number) => api(deleteTaskPriority, { params: { id } }),
    onSuccess: useInvalidation(prioritiesQuery.queryKey),
  })
}
