import { getUser } from '@atrium/identity/users/user.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

export function userQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId],
    queryFn: async ({ signal }) => (await api(getUser, { params: { id: userId }, signal })).item,
  })
}
