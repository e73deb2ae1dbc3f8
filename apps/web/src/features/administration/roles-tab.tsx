import type { Role } from '@atrium/tasks/administration/role.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { ErrorState } from '@atrium/ui/error-state'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordList } from '@atrium/ui/record-list'
import { RecordRow } from '@atrium/ui/record-row'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { Badge, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rolesQuery, useDeleteRole } from './role.queries.ts'
import { RoleDialog } from './role-dialog.tsx'

export function RolesTab() {
  const { t } = useTranslation()
  const { data: roles, error, isFetching, refetch } = useQuery(rolesQuery)
  const deletion = useDeleteRole()
  const [edited, setEdited] = useState<Role | 'new'>()
  const [doomed, setDoomed] = useState<Role>()
  if (!roles && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!roles) return <RowsSkeleton />

  const confirmDeletion = (role: Role) =>
    deletion.mutate(role.id, {
      onSuccess: () => notifyOfSuccess(t('administration.roles.deleted')),
      onSettled: () => setDoomed(undefined),
    })
  return (
    <RecordList
      text={t('administration.roles.systemText')}
      createLabel={t('administration.roles.create')}
      onCreate={() => setEdited('new')}
    >
      {roles.map(role => (
        <RecordRow
          key={role.id}
          name={role.name}
          text={role.description}
          facts={
            <>
              {role.isSystem && <Badge color="amber">{t('administration.roles.system')}</Badge>}
              <Text size="sm" c="dimmed">
                {t('administration.roles.permissions', { count: role.permissions.length })}
              </Text>
            </>
          }
          editLabel={t('administration.roles.edit', { name: role.name })}
          onEdit={() => setEdited(role)}
          deleteLabel={t('administration.roles.delete', { name: role.name })}
          onDelete={role.isSystem ? undefined : () => setDoomed(role)}
        />
      ))}
      <RoleDialog role={edited} onClose={() => setEdited(undefined)} />
      <ConfirmDialog
        title={t('administration.roles.deleteTitle', { name: doomed?.name ?? '' })}
        text={t('administration.roles.deleteText')}
        action={t('actions.delete')}
        isOpen={doomed !== undefined}
        isPending={deletion.isPending}
        onConfirm={() => doomed && confirmDeletion(doomed)}
        onClose={() => setDoomed(undefined)}
      />
    </RecordList>
  )
}
