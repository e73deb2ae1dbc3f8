import type { NewPermission } from '@atrium/identity/access-control/permission.contract'
import * as contracts from '@atrium/identity/access-control/permission.contract'
import { createRole, deleteRole, updateRole } from '@atrium/identity/access-control/role.contract'
import { listUserRoles } from '@atrium/identity/access-control/user-role.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import * as matrix from '@atrium/ui/roles/permission-matrix'
import type { RoleInput } from '@atrium/ui/roles/role-list'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, itemsQuery } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'
import { rolesQuery } from '../../data/roles.ts'

const ALL = 1000

/** The number of users who have the role. */
export function roleUsersQuery(roleId: number) {
  return queryOptions({
    queryKey: ['role-users', roleId],
    queryFn: async ({ signal }) =>
      (await api(listUserRoles, { query: { roleId, limit: 1 }, signal }))._meta.total,
  })
}

export function useSaveRole() {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, ...role }: RoleInput) =>
      id ? api(updateRole, { params: { id }, body: role }) : api(createRole, { body: role }),
    onSuccess: useInvalidation(rolesQuery.queryKey, ['users'], currentUserQuery.queryKey),
  })
}

export function useDeleteRole() {
  return useMutation({
    mutationFn: (id: number) => api(deleteRole, { params: { id } }),
    onSuccess: useInvalidation(rolesQuery.queryKey, ['users'], currentUserQuery.queryKey),
  })
}

export function useGrant() {
  return matrix.useGrant({
    rolesKey: rolesQuery.queryKey,
    currentUserKey: currentUserQuery.queryKey,
    send: (params, isGranted) =>
      api(isGranted ? contracts.grantPermission : contracts.revokePermission, { params }),
  })
}

export const permissionsQuery = itemsQuery(['permissions'], contracts.listPermissions, {
  query: { orderBy: 'name', limit: ALL },
})

export function useSavePermission() {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: ({ id, ...permission }: NewPermission & { id?: number }) =>
      id
        ? api(contracts.updatePermission, { params: { id }, body: permission })
        : api(contracts.createPermission, { body: permission }),
    onSuccess: useInvalidation(permissionsQuery.queryKey),
  })
}

export function useDeletePermission() {
  return useMutation({
    mutationFn: (id: number) => api(contracts.deletePermission, { params: { id } }),
    onSuccess: useInvalidation(permissionsQuery.queryKey, rolesQuery.queryKey),
  })
}
