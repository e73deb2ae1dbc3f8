import type { User } from '@atrium/identity/users/user.contract'
import { get, type List } from '@atrium/ui/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const OFFERED_AT_ONCE = 10

/** Archived ones too: what they did and may do is asked as well. */
export function userChoicesQuery(search: string) {
  return queryOptions({
    queryKey: ['users', 'choices', search],
    queryFn: async ({ signal }) =>
      (await get<List<User>>('/users', { search, status: 'all', limit: OFFERED_AT_ONCE }, signal)).items,
    placeholderData: keepPreviousData,
  })
}
