import type { Task } from '@atrium/tasks/tasks/task.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/task-priority.contract'
import { get, type Item, type List } from '@atrium/ui/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Everything about one task lies below ['task', id]: one invalidation refreshes all of it. */
export function taskQuery(id: number) {
  return queryOptions({
    queryKey: ['task', id, 'self'],
    queryFn: async ({ signal }) => (await get<Item<Task>>(`/task/${id}`, {}, signal)).item,
  })
}

type TaskFilters = Record<string, string | number | boolean | undefined>

export function tasksQuery(filters: TaskFilters) {
  return queryOptions({
    queryKey: ['tasks', filters],
    queryFn: ({ signal }) => get<List<Task>>('/task', filters, signal),
    placeholderData: keepPreviousData,
  })
}

export const prioritiesQuery = queryOptions({
  queryKey: ['priorities'],
  queryFn: ({ signal }) => get<List<TaskPriority>>('/task-priority', { limit: 1000 }, signal),
  select: ({ items }: List<TaskPriority>) => items,
  staleTime: Number.POSITIVE_INFINITY,
})
