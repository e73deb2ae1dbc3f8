import type { Permission } from '@atrium/identity/access-control/permission.contract'
import type { Role } from '@atrium/identity/access-control/role.contract'
import { PermissionMatrix } from '@atrium/ui/permission-matrix'
import { Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { permissionTitle } from '../../data/permission-title.ts'
import { useHierarchy, useMayGrant } from '../../data/roles.ts'
import type en from '../../locales/en/access.ts'
import { useGrant } from './permission.queries.ts'

type Group = keyof typeof en.permissions.groups

const NEEDED = 'rbac.permissions.manage'

interface RolePermissionsProps {
  roles: Role[]
  permissions: Permission[]
}

export function RolePermissions({ roles, permissions }: RolePermissionsProps) {
  const { t } = useTranslation()
  const mayManage = useHasPermission()(NEEDED)
  const { isAbove } = useHierarchy()
  const { mutate } = useGrant()
  const lockOfRole = ({ level }: Role) => (isAbove(level) ? t('access.permissions.roleAbove') : undefined)
  const mayGrant = useMayGrant()
  const lockOf = (role: Role, { name, isBuiltIn }: Permission) => {
    const isGranted = role.permissions.includes(name)
    if (role.name === 'owner' && isBuiltIn && isGranted) return t('access.permissions.ownerKeeps')
    return isGranted || mayGrant(name, isBuiltIn) ? undefined : t('access.permissions.notYours')
  }
  const change = (role: Role, permission: Permission, isGranted: boolean) =>
    mutate({ role, permission, isGranted })
  const needed = permissionTitle(t, { name: NEEDED })
  return (
    <>
      <Text c="dimmed" mb="md">
        {mayManage ? t('access.permissions.text') : t('access.permissions.readOnly', { permission: needed })}
      </Text>
      <PermissionMatrix
        roles={roles.toReversed()}
        groups={groupPermissions(permissions, t)}
        lockOfRole={lockOfRole}
        lockOf={lockOf}
        onChange={mayManage ? change : undefined}
      />
    </>
  )
}

/** By the first word of their names. */
function groupPermissions(permissions: Permission[], t: TFunction) {
  const byFirstWord = Map.groupBy(permissions, ({ name }) => name.split('.', 1)[0] ?? '')
  return [...byFirstWord].map(([name, members]) => ({
    name,
    title: t(`access.permissions.groups.${name as Group}`, { defaultValue: name }),
    permissions: members.map(permission => ({ permission, title: permissionTitle(t, permission) })),
  }))
}

/** For readers who cannot list the permissions: those that the roles have. */
export function permissionsOfRoles(roles: Role[]): Permission[] {
  const names = [...new Set(roles.flatMap(({ permissions }) => permissions))].sort()
  return names.map((name, id) => ({ id, name, description: null, isBuiltIn: true }))
}
