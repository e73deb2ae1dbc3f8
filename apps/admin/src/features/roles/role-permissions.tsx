import type { Permission } from '@atrium/identity/access-control/permission.contract'
import type { Role } from '@atrium/identity/access-control/role.contract'
import type en from '@atrium/texts/en/admin/access'
import { PermissionMatrix } from '@atrium/ui/roles/permission-matrix'
import { Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { permissionTitle } from '../../data/permission-title.ts'
import { useCanGrant, useHierarchy } from '../../data/roles.ts'
import { useGrant } from './role.queries.ts'

type Group = keyof typeof en.permissions.groups

const NEEDED = 'rbac.permissions.manage'

export function RolePermissions({ roles, permissions }: { roles: Role[]; permissions: Permission[] }) {
  const { t } = useTranslation()
  const canManage = useHasPermission()(NEEDED)
  const { isAbove } = useHierarchy()
  const { mutate } = useGrant()
  const lockOfRole = ({ level }: Role) => (isAbove(level) ? t('access.permissions.roleAbove') : undefined)
  const canGrant = useCanGrant()
  const lockOf = (role: Role, { name, isBuiltIn }: Permission) => {
    const isOwners = role.name === 'owner' && isBuiltIn && role.permissions.includes(name)
    return isOwners ? t('access.permissions.ownerKeeps') : undefined
  }
  const change = (role: Role, permission: Permission, isGranted: boolean) =>
    mutate({ role, permission, isGranted })
  const needed = permissionTitle(t, { name: NEEDED })
  return (
    <>
      <Text c="dimmed" mb="md">
        {canManage ? t('access.permissions.text') : t('access.permissions.readOnly', { permission: needed })}
      </Text>
      <PermissionMatrix
        roles={roles.toReversed()}
        groups={groupPermissions(permissions, t)}
        lockOfRole={lockOfRole}
        lockOf={lockOf}
        canGrant={(_role, { name, isBuiltIn }) => canGrant(name, isBuiltIn)}
        onChange={canManage ? change : undefined}
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
