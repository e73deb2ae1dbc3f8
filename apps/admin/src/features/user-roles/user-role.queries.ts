import type { UserRole } from '@atrium/access-control/user-role.contract'
import type { Role } from '@atrium/identity/access-control/role.contract'
import { get, type List, post, remove } from '@atrium/ui/api'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../data/current-user.ts'
import { useRefusalNotice } from '../../data/refusal-notice.ts'

const ALL = 1000

export function userRolesQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'roles'],
    queryFn: async ({ signal }) =>
      (await get<List<UserRole>>('/user-roles', { userId, limit: ALL }, signal)).items,
  })
}

export function useGiveRole(userId: number) {
  const { t } = useTranslation()
  return useRoleChange(
    ({ id }: Role) => post('/user-roles', { userId, roleId: id }),
    ({ name }) => t('users.roles.assigned', { role: name }),
  )
}

export function useTakeRole() {
  const { t } = useTranslation()
  return useRoleChange(
    ({ id }: UserRole) => remove(`/user-roles/${id}`),
    ({ role }) => t('users.roles.removed', { role }),
  )
}

/** Rights may be the reader's own, so both are read again. */
function useRoleChange<Of>(mutationFn: (of: Of) => Promise<unknown>, done: (of: Of) => string) {
  const queryClient = useQueryClient()
  const showRefusal = useRefusalNotice()
  return useMutation({
    mutationFn,
    meta: { showsOwnErrors: true },
    onSuccess: (_answer, of) => notifyOfSuccess(done(of)),
    onError: showRefusal,
    onSettled: () =>
      Promise.all(
        [['users'], ['audit'], currentUserQuery.queryKey].map(queryKey =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
