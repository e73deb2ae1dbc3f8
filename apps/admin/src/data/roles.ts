import type { Role } from '@atrium/identity/access-control/role.contract'
import { get, type List } from '@atrium/ui/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { currentUserQuery, useHasPermission } from './current-user.ts'

const ALL = 1000

/** From the highest down; a few, so all at once. */
export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) =>
    (await get<List<Role>>('/roles', { orderBy: '-level', limit: ALL }, signal)).items,
})

/** The roles, for those who may see them. */
export function useRoles() {
  const hasPermission = useHasPermission()
  return useQuery({ ...rolesQuery, enabled: hasPermission('roles.read') })
}

const OWNER_LEVEL = 40
const CLIENT_LEVEL = 30

export function useMayManageClients() {
  const { isAbove } = useHierarchy()
  return !isAbove(CLIENT_LEVEL)
}

/** Nobody grants what they do not have; permissions that are not built in come from an owner. */
export function useMayGrant() {
  const hasPermission = useHasPermission()
  const { isAbove } = useHierarchy()
  return (name: string, isBuiltIn: boolean) => hasPermission(name) || (!isBuiltIn && !isAbove(OWNER_LEVEL))
}

/** Nobody acts upon a role or a user above their own highest role; where that is not known, the server decides. */
export function useHierarchy() {
  const { data: roles = [] } = useRoles()
  const { data: user } = useQuery(currentUserQuery)
  const levelOf = (names: string[]) =>
    Math.max(0, ...roles.filter(({ name }) => names.includes(name)).map(({ level }) => level))
  const ownLevel = levelOf(user?.roles ?? [])
  const isAbove = (level: number) => roles.length > 0 && level > ownLevel
  return { isAbove, isUserAbove: (other: { roles: string[] }) => isAbove(levelOf(other.roles)) }
}
