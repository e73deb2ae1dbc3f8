import type { Activity } from '@atrium/tasks/projects/activity.contract'
import { get, type List } from '@atrium/ui/api'
import { infiniteQueryOptions } from '@tanstack/react-query'

const eventsPerPage = 30

/** Newest first. */
export function taskActivityQuery(taskId: number) {
  return infiniteQueryOptions({
    queryKey: ['task', taskId, 'activity'],
    queryFn: ({ pageParam, signal }) =>
      get<List<Activity>>(`/task/${taskId}/activity`, { page: pageParam, limit: eventsPerPage }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }: List<Activity>) => (page < pages ? page + 1 : undefined),
  })
}
