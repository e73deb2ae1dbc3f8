import { resetPassword } from '@atrium/identity/mail/password-reset.contract'
import { getLockout, unlockUser } from '@atrium/identity/sign-in/lockout/lockout.contract'
import { endSessions } from '@atrium/identity/tokens/user-session.contract'
import { eraseUser, getErasure } from '@atrium/identity/users/erasure/erasure.contract'
import { archiveUser, restoreUser, type User } from '@atrium/identity/users/user.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, itemQuery } from '../../api.ts'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'
import { useRefusalNotice } from '../../data/refusal-notice.ts'
import { useHierarchy } from '../../data/roles.ts'

export function lockoutQuery(userId: number) {
  return {
    ...itemQuery(['users', userId, 'lockout'], getLockout, { params: { id: userId } }),
    refetchInterval: 30_000,
  }
}

const actions = {
  archive: ({ id }: User) => api(archiveUser, { params: { id } }),
  restore: ({ id }: User) => api(restoreUser, { params: { id } }),
  signOut: ({ id }: User) => api(endSessions, { params: { id } }),
  unlock: ({ id }: User) => api(unlockUser, { params: { id } }),
  resetPassword: ({ email }: User) => api(resetPassword, { body: { username: email } }),
}

/** Any of these can change everything that is shown about the user. */
export function useUserAction(user: User, name: keyof typeof actions) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showRefusal = useRefusalNotice()
  return useMutation({
    mutationFn: (): Promise<unknown> => actions[name](user),
    meta: { showsOwnErrors: true },
    onSuccess: () => notifyOfSuccess(t(`users.actions.${name}.done`)),
    onError: showRefusal,
    onSettled: () =>
      Promise.all(
        ['users', 'sessions', 'audit'].map(queryKey =>
          queryClient.invalidateQueries({ queryKey: [queryKey] }),
        ),
      ),
  })
}

/** Refetched while the task service still has its part to do. */
export function erasureQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'erasure'],
    queryFn: async ({ signal }) => (await api(getErasure, { params: { id: userId }, signal })).item,
    refetchInterval: ({ state }) => (state.data?.reportedAt ? false : 5000),
  })
}

export function useEraseUser(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { confirmation: string }) => api(eraseUser, { params: { id }, body }),
    ...conflictsAreExplained,
    onSettled: () => queryClient.invalidateQueries(),
  })
}

/** What the reader can do with this user; the server decides. */
export function useUserRights(user: User) {
  const hasPermission = useHasPermission()
  const { data: reader } = useQuery(currentUserQuery)
  const { isUserAbove } = useHierarchy()
  const isOwn = reader?.id === user.id
  const isAbove = isUserAbove(user)
  const mayManage = hasPermission('users.manage.any')
  return {
    isOwn,
    isAbove,
    mayManage: mayManage && !isAbove,
    mayReadLockout: mayManage,
    mayEndSessions: !isAbove && hasPermission(isOwn ? 'sessions.manage.self' : 'sessions.manage.any'),
  }
}
