import {
  grantPermission,
  listPermissions,
  revokePermission,
} from '@atrium/tasks/administration/roles/permission.contract'
import * as contracts from '@atrium/tasks/administration/roles/role.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import * as matrix from '@atrium/ui/roles/permission-matrix'
import type { RoleInput } from '@atrium/ui/roles/role-list'
import { useMutation } from '@tanstack/react-query'
import { api, itemsQuery } from '../../api.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'

const ALL = 1000

export const rolesQuery = itemsQuery(['roles'], contracts.listRoles, { query: { limit: ALL } })

export const permissionsQuery = {
  ...itemsQuery(['permissions'], listPermissions, { query: { orderBy: 'name', limit: ALL } }),
  staleTime: Number.POSITIVE_INFINITY,
}

export function useSaveRole() {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, name, description }: RoleInput) => {
      const body = { name, description }
      return id ? api(contracts.updateRole, { params: { id }, body }) : api(contracts.createRole, { body })
    },
    onSuccess: useInvalidation(rolesQuery.queryKey),
  })
}

export function useDeleteRole() {
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteRole, { params: { id } }),
    onSuccess: useInvalidation(rolesQuery.queryKey, ['users']),
  })
}

export function useGrant() {
  return matrix.useGrant({
    rolesKey: rolesQuery.queryKey,
    currentUserKey: currentUserQuery.queryKey,
    send: (params, isGranted) => api(isGranted ? grantPermission : revokePermission, { params }),
  })
}
