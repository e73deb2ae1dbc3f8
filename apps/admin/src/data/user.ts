import type { User } from '@atrium/identity/users/user.contract'
import { get, type Item } from '@atrium/ui/api'
import { queryOptions } from '@tanstack/react-query'

export function userQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId],
    queryFn: async ({ signal }) => (await get<Item<User>>(`/users/${userId}`, {}, signal)).item,
  })
}
