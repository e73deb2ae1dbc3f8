import type { Role } from '@atrium/tasks/administration/roles/role.contract'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { PermissionMatrix } from '@atrium/ui/permission-matrix'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../data/current-user.ts'
import { permissionName } from './permission-name.ts'
import { type Permission, permissionsQuery, rolesQuery, useGrant } from './role.queries.ts'

const KEY_TO_ALL = 'rbac.permissions.manage'

export function PermissionsTab() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  const roles = useQuery(rolesQuery)
  const permissions = useQuery(permissionsQuery)
  const { mutate } = useGrant()
  const failed = [roles, permissions].find(({ data, error }) => !data && error)
  if (failed)
    return <ErrorState error={failed.error} onRetry={failed.refetch} isRetrying={failed.isFetching} />
  if (!roles.data || !permissions.data || !user) return <RowsSkeleton />

  const lockOf = (role: Role, { name }: Permission) => {
    if (role.name === 'admin') {
      return name === KEY_TO_ALL ? t('administration.permissions.adminKeeps') : undefined
    }
    const isBeyondOwn = !role.permissions.includes(name) && !user.permissions.includes(name)
    return isBeyondOwn ? t('administration.permissions.notYours') : undefined
  }
  const lockOfRole = ({ name }: Role) =>
    name === 'admin' && !user.roles.includes('admin') ? t('administration.permissions.adminsOnly') : undefined
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('administration.permissions.text')}
      </Text>
      <PermissionMatrix
        roles={roles.data}
        groups={[{ name: 'all', permissions: inOrder(permissions.data, t) }]}
        lockOfRole={lockOfRole}
        lockOf={lockOf}
        onChange={
          user.permissions.includes(KEY_TO_ALL)
            ? (role, permission, isGranted) => mutate({ role, permission, isGranted })
            : undefined
        }
      />
    </>
  )
}

function inOrder(permissions: Permission[], t: TFunction) {
  return permissions
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(permission => ({ permission, title: permissionName(t, permission.name) }))
}
