import type { Input } from '@atrium/client/client'
import { listTaskPriorities } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { getTask, listTasks } from '@atrium/tasks/tasks/task.contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Everything about one task is below ['task', id]: one invalidation refreshes all of it. */
export function taskQuery(id: number) {
  return queryOptions({
    queryKey: ['task', id, 'self'],
    queryFn: async ({ signal }) => (await api(getTask, { params: { id }, signal })).item,
  })
}

export type TaskFilters = NonNullable<Input<typeof listTasks>['query']>

export function tasksQuery(filters: TaskFilters) {
  return queryOptions({
    queryKey: ['tasks', filters],
    queryFn: ({ signal }) => api(listTasks, { query: filters, signal }),
    placeholderData: keepPreviousData,
  })
}

export const prioritiesQuery = queryOptions({
  queryKey: ['priorities'],
  queryFn: ({ signal }) => api(listTaskPriorities, { query: { limit: 1000 }, signal }),
  select: ({ items }) => items,
  staleTime: Number.POSITIVE_INFINITY,
})
