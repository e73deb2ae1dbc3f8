import { listTaskActivity } from '@atrium/tasks/tasks/task.contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

const eventsPerPage = 30

/** Newest first. */
export function taskActivityQuery(taskId: number) {
  return infiniteQueryOptions({
    queryKey: ['task', taskId, 'activity'],
    queryFn: ({ pageParam, signal }) =>
      api(listTaskActivity, {
        params: { id: taskId },
        query: { page: pageParam, limit: eventsPerPage },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }) => (page < pages ? page + 1 : undefined),
  })
}
