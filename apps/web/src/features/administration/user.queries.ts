import type { Input } from '@atrium/client/client'
import type { ReplyOf } from '@atrium/core/contract'
import {
  assignRole,
  listUserRoles,
  unassignRole,
} from '@atrium/tasks/administration/roles/user-role.contract'
import { listUsers, makeFullUser, type User } from '@atrium/tasks/administration/user.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, replyQuery } from '../../api.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'

export type UserFilters = Pick<
  NonNullable<Input<typeof listUsers>['query']>,
  'search' | 'isOwner' | 'orderBy' | 'page'
>

const usersPerPage = 25

export function usersQuery(filters: UserFilters) {
  return {
    ...replyQuery(['users', filters], listUsers, {
      query: { orderBy: 'surname', ...filters, limit: usersPerPage },
    }),
    placeholderData: keepPreviousData,
  }
}

interface RoleOfUser {
  userId: number
  role: { id: number; name: string }
}

export function useAssignRole() {
  return useRoleChange(
    ({ userId, role }) => api(assignRole, { body: { userId, roleId: role.id } }),
    (roles, role) => [...roles, role],
  )
}

export function useUnassignRole() {
  return useRoleChange(
    async ({ userId, role }) => {
      const { items } = await api(listUserRoles, { query: { userId, roleId: role.id } })
      return Promise.all(items.map(({ id }) => api(unassignRole, { params: { id } })))
    },
    (roles, role) => roles.filter(other => other !== role),
  )
}

export function useMakeFullUser() {
  return useMutation({
    mutationFn: (id: number) => api(makeFullUser, { params: { id } }),
    onSuccess: useInvalidation(['users']),
  })
}

/** Shown at once in every list; read again afterwards, which also reverts a refused change. */
function useRoleChange(
  mutationFn: (change: RoleOfUser) => Promise<unknown>,
  changed: (roles: string[], role: string) => string[],
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onMutate: async ({ userId, role }) => {
      await queryClient.cancelQueries({ queryKey: ['users'] })
      const inUser = (user: User) =>
        user.id === userId ? { ...user, roles: changed(user.roles, role.name) } : user
      queryClient.setQueriesData<ReplyOf<typeof listUsers>>({ queryKey: ['users'] }, list =>
        list ? { ...list, items: list.items.map(inUser) } : list,
      )
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['users'] }),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ]),
  })
}
