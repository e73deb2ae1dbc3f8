import { tasksPages } from '@atrium/ui/administration/pages'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { currentUserQuery } from './current-user.ts'

/** The page of the administration that the address names, or the first one that the user can open. */
export function useAdministrationTab() {
  const { tab } = useSearch({ from: '/administration' })
  const { data: user } = useQuery(currentUserQuery)
  const isAllowed = ({ permission }: { permission: string }) => user?.permissions.includes(permission)
  const chosen = tasksPages.find(page => page.tab === tab) ?? tasksPages.find(isAllowed) ?? tasksPages[0]
  return { chosen, isAllowed: isAllowed(chosen) === true }
}
