import {
  grantPermission,
  listPermissions,
  revokePermission,
} from '@atrium/tasks/administration/roles/permission.contract'
import * as contracts from '@atrium/tasks/administration/roles/role.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import * as matrix from '@atrium/ui/roles/permission-matrix'
import type { RoleInput } from '@atrium/ui/roles/role-list'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'

const ALL = 1000

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) => (await api(contracts.listRoles, { query: { limit: ALL }, signal })).items,
})

export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: async ({ signal }) =>
    (await api(listPermissions, { query: { orderBy: 'name', limit: ALL }, signal })).items,
  staleTime: Number.POSITIVE_INFINITY,
})

export function useSaveRole() {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, name, description }: RoleInput) => {
      const body = { name, description }
      return id ? api(contracts.updateRole, { params: { id }, body }) : api(contracts.createRole, { body })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey }),
  })
}

export function useDeleteRole() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteRole, { params: { id } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['users'] }),
      ]),
  })
}

export function useGrant() {
  return matrix.useGrant({
    rolesKey: rolesQuery.queryKey,
    currentUserKey: currentUserQuery.queryKey,
    send: (params, isGranted) => api(isGranted ? grantPermission : revokePermission, { params }),
  })
}
