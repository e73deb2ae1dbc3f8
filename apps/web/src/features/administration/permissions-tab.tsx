import type { Role } from '@atrium/tasks/administration/role.schema'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { ErrorState } from '@atrium/ui/error-state'
import { PermissionMatrix } from '@atrium/ui/permission-matrix'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../data/current-user.ts'
import { permissionName } from './permission-name.ts'
import { type Permission, permissionsQuery, rolesQuery, useGrant } from './role.queries.ts'

/** Whoever loses it can no longer put it back. */
const KEY_TO_ALL = 'rbac.permissions.manage'

export function PermissionsTab() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  const roles = useQuery(rolesQuery)
  const permissions = useQuery(permissionsQuery)
  const { mutate, isPending } = useGrant()
  const [doubtful, setDoubtful] = useState<{ role: Role; permission: Permission }>()
  const failed = [roles, permissions].find(({ data, error }) => !data && error)
  if (failed)
    return <ErrorState error={failed.error} onRetry={failed.refetch} isRetrying={failed.isFetching} />
  if (!roles.data || !permissions.data || !user) return <RowsSkeleton />

  const change = (role: Role, permission: Permission, isGranted: boolean) => {
    const others = roles.data.filter(({ id, name }) => id !== role.id && user.roles.includes(name))
    const isLastKey = !isGranted && permission.name === KEY_TO_ALL && user.roles.includes(role.name)
    if (isLastKey && !others.some(other => other.permissions.includes(KEY_TO_ALL))) {
      setDoubtful({ role, permission })
    } else mutate({ role, permission, isGranted })
  }
  const confirm = () => {
    if (doubtful) mutate({ ...doubtful, isGranted: false })
    setDoubtful(undefined)
  }
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('administration.permissions.text')}
      </Text>
      <PermissionMatrix
        roles={roles.data}
        groups={[{ name: 'all', permissions: inOrder(permissions.data, t) }]}
        onChange={user.permissions.includes(KEY_TO_ALL) ? change : undefined}
      />
      <ConfirmDialog
        title={t('administration.permissions.lockTitle')}
        text={t('administration.permissions.lockText', {
          permission: KEY_TO_ALL,
          role: doubtful?.role.name ?? '',
        })}
        action={t('administration.permissions.lockConfirm')}
        isOpen={doubtful !== undefined}
        isPending={isPending}
        onConfirm={confirm}
        onClose={() => setDoubtful(undefined)}
      />
    </>
  )
}

function inOrder(permissions: Permission[], t: TFunction) {
  return permissions
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(permission => ({ permission, title: permissionName(t, permission.name) }))
}
