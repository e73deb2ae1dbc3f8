import type { Activity } from '@atrium/tasks/projects/activity.contract'
import { listTasks } from '@atrium/tasks/tasks/task.contract'
import { get, type List } from '@atrium/ui/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

const eventsPerPage = 50

/** Newest first, page by page. */
export function activityQuery(projectId: number) {
  return infiniteQueryOptions({
    queryKey: ['project', projectId, 'activity'],
    queryFn: ({ pageParam, signal }) =>
      get<List<Activity>>(
        `/project/${projectId}/activity`,
        { page: pageParam, limit: eventsPerPage },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }: List<Activity>) => (page < pages ? page + 1 : undefined),
  })
}

/** The titles of the tasks that a page of activity mentions, without deleted ones. */
export function taskTitlesQuery(projectId: number, ids: number[]) {
  return queryOptions({
    queryKey: ['tasks', { projectId, titlesOf: ids }],
    queryFn: ({ signal }) =>
      api(listTasks, {
        query: { projectId: String(projectId), ids: ids.join(','), limit: 200 },
        signal,
      }),
    enabled: ids.length > 0,
  })
}
