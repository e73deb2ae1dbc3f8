import type { User } from '@atrium/identity/users/user.contract'
import { get, type List } from '@atrium/ui/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const usersPerPage = 20

/** As the address has it; what is not named is left to the server. */
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
  const query = { ...filters, roleId: role, createdFrom: from, createdTo: to, limit: usersPerPage }
  return queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => get<List<User>>('/users', query, signal),
    placeholderData: keepPreviousData,
  })
}
