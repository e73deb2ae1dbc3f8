import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from './current-user.ts'

/** What each part of the administration needs. */
export const administrationPermissions = {
  users: 'user_roles.read',
  roles: 'roles.manage',
  permissions: 'rbac.permissions.read',
  sync: 'users.sync',
  priorities: 'priorities.manage',
  stickers: 'stickers.manage',
} as const

/** Whether any part of it is open to the caller. */
export function useMayAdminister() {
  const { data: user } = useQuery(currentUserQuery)
  return Object.values(administrationPermissions).some(permission => user?.permissions.includes(permission))
}
