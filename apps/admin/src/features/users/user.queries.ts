import type { Input } from '@atrium/client/client'
import { listUsers } from '@atrium/identity/users/user.contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

type Query = Input<typeof listUsers>['query']

const USERS_PER_PAGE = 20

/** From the address, so it can be any text; the server validates it and has the defaults. */
export interface UserFilters {
  search?: string
  status?: string
  role?: string
  from?: string
  to?: string
  orderBy?: string
  page?: string
}

export function usersQuery({ role, from, to, ...filters }: UserFilters) {
  const query = { ...filters, roleId: role, createdFrom: from, createdTo: to, limit: USERS_PER_PAGE }
  return queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => api(listUsers, { query: query as object as Query, signal }),
    placeholderData: keepPreviousData,
  })
}
