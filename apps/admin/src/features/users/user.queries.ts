import type { User } from '@atrium/identity/users/user.schema'
import { get, type List } from '@atrium/ui/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const usersPerPage = 20

export function usersQuery(search: string, page: number) {
  return queryOptions({
    queryKey: ['users', { search, page }],
    queryFn: ({ signal }) => get<List<User>>('/users', { search, page, limit: usersPerPage }, signal),
    placeholderData: keepPreviousData,
  })
}
