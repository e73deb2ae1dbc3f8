import type { UserRole } from '@atrium/access-control/user-role.contract'
import type { NewRole, Role, RoleChanges } from '@atrium/identity/access-control/role.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '../../data/current-user.ts'
import { rolesQuery } from '../../data/roles.ts'

/** How many have the role. */
export function roleUsersQuery(roleId: number) {
  return queryOptions({
    queryKey: ['role-users', roleId],
    queryFn: async ({ signal }) =>
      (await get<List<UserRole>>('/user-roles', { roleId, limit: 1 }, signal))._meta.total,
  })
}

export function useSaveRole() {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, ...role }: NewRole & { id?: number }) =>
      id ? put<Item<Role>>(`/roles/${id}`, role satisfies RoleChanges) : post<Item<Role>>('/roles', role),
    // Users are shown with the names of their roles.
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['users'] }),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ]),
  })
}

export function useDeleteRole() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => remove(`/roles/${id}`),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['users'] }),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ]),
  })
}
