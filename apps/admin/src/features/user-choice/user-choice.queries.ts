import { listUsers } from '@atrium/identity/users/user.contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

const MAX_CHOICES = 10

/** Includes archived users: the audit log and the access check are about them too. */
export function userChoicesQuery(search: string) {
  return queryOptions({
    queryKey: ['users', 'choices', search],
    queryFn: async ({ signal }) =>
      (await api(listUsers, { query: { search, status: 'all', limit: MAX_CHOICES }, signal })).items,
    placeholderData: keepPreviousData,
  })
}
