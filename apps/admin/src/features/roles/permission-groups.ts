import type { Permission } from '@atrium/identity/access-control/permission.contract'
import type { Role } from '@atrium/identity/access-control/role.contract'
import type { TFunction } from 'i18next'
import { permissionTitle } from '../../data/permission-title.ts'
import type en from '../../locales/en/access.ts'

type Known = keyof typeof en.permissions.groups

/** By their first word. */
export function groupPermissions(permissions: Permission[], t: TFunction) {
  const byFirstWord = Map.groupBy(permissions, ({ name }) => name.split('.', 1)[0] ?? '')
  return [...byFirstWord].map(([name, members]) => ({
    name,
    title: t(`access.permissions.groups.${name as Known}`, { defaultValue: name }),
    permissions: members.map(permission => ({ permission, title: permissionTitle(t, permission) })),
  }))
}

/** Whoever may not list the permissions still sees those that the roles have. */
export function permissionsOfRoles(roles: Role[]): Permission[] {
  const names = [...new Set(roles.flatMap(({ permissions }) => permissions))].sort()
  return names.map((name, id) => ({ id, name, description: null, isBuiltIn: true }))
}
