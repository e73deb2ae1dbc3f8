import type { NewRole, Role, RoleChanges } from '@atrium/tasks/administration/roles/role.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '../../data/current-user.ts'

const everything = 1000

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => get<List<Role>>('/roles', { limit: everything }, signal),
  select: ({ items }: List<Role>) => items,
})

export interface Permission {
  id: number
  name: string
}

export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => get<List<Permission>>('/rbac/permissions', { limit: everything }, signal),
  select: ({ items }: List<Permission>) => items,
  staleTime: Number.POSITIVE_INFINITY,
})

export function useSaveRole() {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, ...role }: NewRole & { id?: number }) =>
      id ? put<Item<Role>>(`/roles/${id}`, role satisfies RoleChanges) : post<Item<Role>>('/roles', role),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey }),
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
      ]),
  })
}

interface Grant {
  role: Role
  permission: Permission
  isGranted: boolean
}

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
      queryClient.setQueryData(queryKey, list =>
        list ? { ...list, items: list.items.map(role => granted(role, grant)) } : list,
      )
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
