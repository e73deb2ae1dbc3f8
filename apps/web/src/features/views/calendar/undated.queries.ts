import type { ReplyOf } from '@atrium/core/contract'
import { listTasks } from '@atrium/tasks/tasks/task.contract'
import type { FindField } from '@atrium/tasks/views/filter-fields.contract'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { narrowedScope } from '../view/narrowed-scope.ts'
import type { TaskScope } from '../view/view-state.ts'

const PAGE_SIZE = 100
const queryKey = ['tasks', 'undated']

/** Open tasks of the scope that have no dates, newest first. */
export function undatedQuery(scope: TaskScope, findField: FindField, search: string) {
  const query = {
    ...narrowedScope(scope, 'start = none and due = none and completed = none', findField),
    ...(search && { search }),
    orderBy: '-createdAt' as const,
    limit: PAGE_SIZE,
  }
  return infiniteQueryOptions({
    queryKey: [...queryKey, query],
    queryFn: ({ pageParam, signal }) => api(listTasks, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }) => (page < pages ? page + 1 : undefined),
  })
}

/** A task that gets a date leaves the list at once. */
export function removeFromUndated(queryClient: QueryClient, id: number) {
  queryClient.setQueriesData<InfiniteData<ReplyOf<typeof listTasks>>>(
    { queryKey },
    list =>
      list && {
        ...list,
        pages: list.pages.map(page => ({ ...page, items: page.items.filter(task => task.id !== id) })),
      },
  )
}
