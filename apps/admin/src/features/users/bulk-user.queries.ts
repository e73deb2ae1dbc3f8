import {
  addUsersToGroup,
  archiveUsers,
  assignRoleToUsers,
  type BulkUserResult,
  endSessionsOfUsers,
  restoreUsers,
  unassignRoleFromUsers,
} from '@atrium/identity/users/bulk/bulk-user.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { groupsKey } from '../../data/groups.ts'

interface BulkAction {
  name: 'assignRole' | 'unassignRole' | 'addToGroup' | 'signOut' | 'archive' | 'restore'
  permission: string
  /** What has to be chosen first. */
  choice?: 'role' | 'group'
  isHarmless: boolean
  run: (userIds: number[], chosenId: number) => Promise<{ item: BulkUserResult }>
}

export const bulkActions: readonly BulkAction[] = [
  {
    name: 'assignRole',
    permission: 'user_roles.manage',
    choice: 'role',
    isHarmless: true,
    run: (userIds, roleId) => api(assignRoleToUsers, { body: { userIds, roleId } }),
  },
  {
    name: 'unassignRole',
    permission: 'user_roles.manage',
    choice: 'role',
    isHarmless: false,
    run: (userIds, roleId) => api(unassignRoleFromUsers, { body: { userIds, roleId } }),
  },
  {
    name: 'addToGroup',
    permission: 'groups.manage',
    choice: 'group',
    isHarmless: true,
    run: (userIds, groupId) => api(addUsersToGroup, { body: { userIds, groupId } }),
  },
  {
    name: 'signOut',
    permission: 'sessions.manage.any',
    isHarmless: false,
    run: userIds => api(endSessionsOfUsers, { body: { userIds } }),
  },
  {
    name: 'archive',
    permission: 'users.manage.any',
    isHarmless: false,
    run: userIds => api(archiveUsers, { body: { userIds } }),
  },
  {
    name: 'restore',
    permission: 'users.manage.any',
    isHarmless: true,
    run: userIds => api(restoreUsers, { body: { userIds } }),
  },
]
export type { BulkAction }

interface Wanted {
  action: BulkAction
  userIds: number[]
  chosenId: number
}

export function useBulkAction() {
  return useMutation({
    mutationFn: async ({ action, userIds, chosenId }: Wanted) => (await action.run(userIds, chosenId)).item,
    onSettled: useInvalidation(['users'], ['sessions'], ['audit'], groupsKey),
  })
}
