import { listRoles } from '@atrium/identity/access-control/role.contract'
import { useQuery } from '@tanstack/react-query'
import { itemsQuery } from '../api.ts'
import { currentUserQuery, useHasPermission } from './current-user.ts'

const ALL = 1000

/** Highest first. There are few, so they are loaded at once. */
export const rolesQuery = itemsQuery(['roles'], listRoles, { query: { orderBy: '-level', limit: ALL } })

/** The roles, if the reader can see them. */
export function useRoles() {
  const hasPermission = useHasPermission()
  return useQuery({ ...rolesQuery, enabled: hasPermission('roles.read') })
}

const OWNER_LEVEL = 40
const CLIENT_LEVEL = 30

export function useCanManageClients() {
  const { isAbove } = useHierarchy()
  return !isAbove(CLIENT_LEVEL)
}

/** You can only grant permissions that you have; custom ones are granted by owners. */
export function useCanGrant() {
  const hasPermission = useHasPermission()
  const { isAbove } = useHierarchy()
  return (name: string, isBuiltIn: boolean) => hasPermission(name) || (!isBuiltIn && !isAbove(OWNER_LEVEL))
}

/** Roles and users above your own highest role cannot be changed; where levels are unknown, the server decides. */
export function useHierarchy() {
  const { data: roles = [] } = useRoles()
  const { data: user } = useQuery(currentUserQuery)
  const levelOf = (names: string[]) =>
    Math.max(0, ...roles.filter(({ name }) => names.includes(name)).map(({ level }) => level))
  const ownLevel = levelOf(user?.roles ?? [])
  const isAbove = (level: number) => roles.length > 0 && level > ownLevel
  return { isAbove, isUserAbove: (other: { roles: string[] }) => isAbove(levelOf(other.roles)) }
}
