import type { NewPermission, Permission } from '@atrium/identity/access-control/permission.contract'
import type { Role } from '@atrium/identity/access-control/role.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '../../data/current-user.ts'
import { rolesQuery } from '../../data/roles.ts'

const ALL = 1000

export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: async ({ signal }) =>
    (await get<List<Permission>>('/rbac/permissions', { orderBy: 'name', limit: ALL }, signal)).items,
})

export function useSavePermission() {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, ...permission }: NewPermission & { id?: number }) =>
      id
        ? put<Item<Permission>>(`/rbac/permissions/${id}`, permission)
        : post<Item<Permission>>('/rbac/permissions', permission),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: permissionsQuery.queryKey }),
  })
}

export function useDeletePermission() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => remove(`/rbac/permissions/${id}`),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: permissionsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey }),
      ]),
  })
}

interface Grant {
  role: Role
  permission: Permission
  isGranted: boolean
}

/** Shown at once; what is refused slides back. */
export function useGrant() {
  const queryClient = useQueryClient()
  const { queryKey } = rolesQuery
  return useMutation({
    mutationFn: ({ role, permission, isGranted }: Grant) => {
      const address = `/rbac/roles/${role.id}/permissions/${permission.id}`
      return isGranted ? post(address) : remove(address)
    },
    // Ticks that follow each other closely reach the server in their order.
    scope: { id: 'grants' },
    onMutate: async grant => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, roles => roles?.map(role => granted(role, grant)))
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  })
}

function granted(role: Role, { role: { id }, permission: { name }, isGranted }: Grant): Role {
  if (role.id !== id) return role
  const others = role.permissions.filter(other => other !== name)
  return { ...role, permissions: isGranted ? [...others, name] : others }
}
