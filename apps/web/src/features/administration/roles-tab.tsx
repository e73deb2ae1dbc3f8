import type { Permission } from '@atrium/access-control/permission.contract'
import type { Role } from '@atrium/tasks/administration/roles/role.contract'
import type en from '@atrium/texts/en/web/administration'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { PermissionMatrix } from '@atrium/ui/roles/permission-matrix'
import { RoleList } from '@atrium/ui/roles/role-list'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../data/session/current-user.ts'
import { permissionsQuery, rolesQuery, useDeleteRole, useGrant, useSaveRole } from './role.queries.ts'

export function RolesTab() {
  const { t } = useTranslation()
  return (
    <RoleList
      query={useQuery(rolesQuery)}
      text={t('administration.roles.systemText')}
      descriptionLength={1000}
      deleteText={() => t('administration.roles.deleteText')}
      save={useSaveRole()}
      deletion={useDeleteRole()}
    />
  )
}

const KEPT_BY_ADMIN = 'rbac.permissions.manage'

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

  const lockOf = (role: Role, { name }: Permission) =>
    role.name === 'admin' && name === KEPT_BY_ADMIN ? t('administration.permissions.adminKeeps') : undefined
  const lockOfRole = ({ name }: Role) =>
    name === 'admin' && !user.roles.includes('admin') ? t('administration.permissions.adminsOnly') : undefined
  const titled = permissions.data.map(permission => ({
    permission,
    title: permissionName(t, permission.name),
  }))
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('administration.permissions.text')}
      </Text>
      <PermissionMatrix
        roles={roles.data}
        groups={[{ name: 'all', permissions: titled }]}
        lockOfRole={lockOfRole}
        lockOf={lockOf}
        canGrant={(role, { name }) => role.name === 'admin' || user.permissions.includes(name)}
        onChange={
          user.permissions.includes(KEPT_BY_ADMIN)
            ? (role, permission, isGranted) => mutate({ role, permission, isGranted })
            : undefined
        }
      />
    </>
  )
}

type KnownPermission = keyof typeof en.permissions.names

/** In plain words. A permission that only a newer server knows is shown by its own name. */
function permissionName(t: TFunction, permission: string) {
  // A dot would split the key.
  const key = permission.replaceAll('.', '-') as KnownPermission
  return t(`administration.permissions.names.${key}`, { defaultValue: permission })
}
