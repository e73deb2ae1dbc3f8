import type { Explanation, RouteRule } from '@atrium/identity/access-control/explanation.contract'
import { get, type Item, type List } from '@atrium/ui/api'
import { queryOptions } from '@tanstack/react-query'

const ALL = 1000

/** They change with the version of the server only. */
export const routesQuery = queryOptions({
  queryKey: ['routes'],
  queryFn: async ({ signal }) => (await get<List<RouteRule>>('/rbac/routes', { limit: ALL }, signal)).items,
  staleTime: Number.POSITIVE_INFINITY,
})

export interface Question {
  userId: number
  method: string
  path: string
}

export function explanationQuery({ userId, method, path }: Question) {
  return queryOptions({
    queryKey: ['explanation', userId, method, path],
    queryFn: async ({ signal }) =>
      (await get<Item<Explanation>>('/rbac/explain', { userId, method, path }, signal)).item,
    staleTime: 0,
  })
}
