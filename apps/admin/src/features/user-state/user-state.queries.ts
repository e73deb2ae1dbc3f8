import { resetPassword } from '@atrium/identity/mail/password-reset.contract'
import type { Lockout } from '@atrium/identity/sign-in/lockout/lockout.contract'
import { archiveUser, restoreUser, type User } from '@atrium/identity/users/user.contract'
import { get, type Item, post, remove } from '@atrium/ui/api'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useTellRefusal } from '../../data/tell-refusal.ts'

export function lockoutQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'lockout'],
    queryFn: async ({ signal }) => (await get<Item<Lockout>>(`/users/${userId}/lockout`, {}, signal)).item,
    refetchInterval: 30_000,
  })
}

const actions = {
  archive: ({ id }: User) => api(archiveUser, { params: { id } }),
  restore: ({ id }: User) => api(restoreUser, { params: { id } }),
  signOut: ({ id }: User) => remove(`/users/${id}/sessions`),
  unlock: ({ id }: User) => post(`/users/${id}/unlock`),
  resetPassword: ({ email }: User) => api(resetPassword, { body: { username: email } }),
}

/** Any of these can change everything that is shown about the user. */
export function useUserAction(user: User, name: keyof typeof actions) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const tellRefusal = useTellRefusal()
  return useMutation({
    mutationFn: () => actions[name](user),
    meta: { showsOwnErrors: true },
    onSuccess: () => notifyOfSuccess(t(`users.actions.${name}.done`)),
    onError: tellRefusal,
    onSettled: () =>
      Promise.all(
        ['users', 'sessions', 'audit'].map(queryKey =>
          queryClient.invalidateQueries({ queryKey: [queryKey] }),
        ),
      ),
  })
}
