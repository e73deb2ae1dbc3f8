import type { Input } from '@atrium/client/client'
import {
  explainAccess,
  listRouteRules,
} from '@atrium/identity/access-control/explanation/explanation.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

const ALL = 1000

/** They change only with the version of the server. */
export const routesQuery = queryOptions({
  queryKey: ['routes'],
  queryFn: async ({ signal }) => (await api(listRouteRules, { query: { limit: ALL }, signal })).items,
  staleTime: Number.POSITIVE_INFINITY,
})

export interface Question {
  userId: number
  /** From the address of the page; the server refuses an unknown one. */
  method: string
  path: string
}

type Method = Input<typeof explainAccess>['query']['method']

export function explanationQuery({ userId, method, path }: Question) {
  return queryOptions({
    queryKey: ['explanation', userId, method, path],
    queryFn: async ({ signal }) =>
      (await api(explainAccess, { query: { userId, method: method as Method, path }, signal })).item,
    staleTime: 0,
  })
}
