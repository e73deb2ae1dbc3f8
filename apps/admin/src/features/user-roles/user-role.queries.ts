import type { UserRole } from '@atrium/access-control/user-role.contract'
import type { Role } from '@atrium/identity/access-control/role.contract'
import { assignRole, listUserRoles, unassignRole } from '@atrium/identity/access-control/user-role.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, itemsQuery } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'
import { useRefusalNotice } from '../../data/refusal-notice.ts'

const ALL = 1000

export function userRolesQuery(userId: number) {
  return itemsQuery(['users', userId, 'roles'], listUserRoles, { query: { userId, limit: ALL } })
}

export function useAssignRole(userId: number) {
  const { t } = useTranslation()
  return useRoleChange(
    ({ id }: Role) => api(assignRole, { body: { userId, roleId: id } }),
    ({ name }) => t('users.roles.assigned', { role: name }),
  )
}

export function useUnassignRole() {
  const { t } = useTranslation()
  return useRoleChange(
    ({ id }: UserRole) => api(unassignRole, { params: { id } }),
    ({ role }) => t('users.roles.removed', { role }),
  )
}

/** The role may be the reader's own, so the current user is read again too. */
function useRoleChange<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  done: (input: Input) => string,
) {
  const queryClient = useQueryClient()
  const showRefusal = useRefusalNotice()
  return useMutation({
    mutationFn,
    meta: { showsOwnErrors: true },
    onSuccess: (_reply, input) => notifyOfSuccess(done(input)),
    onError: showRefusal,
    onSettled: () =>
      Promise.all(
        [['users'], ['audit'], currentUserQuery.queryKey].map(queryKey =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
