import type { User } from '@atrium/identity/users/user.schema'
import { get, type Item, post } from '@atrium/ui/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: async ({ signal }) => (await get<Item<User>>('/users/me', {}, signal)).item,
  staleTime: 5 * 60_000,
})

export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => post('/auth/logout'),
    onSuccess: () => {
      queryClient.clear()
      window.location.assign('/admin')
    },
  })
}
