import type { User } from '@atrium/identity/users/user.contract'
import { useQuery } from '@tanstack/react-query'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'
import { useHierarchy } from '../../data/roles.ts'

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
