import type { Permission } from '@atrium/identity/access-control/permission.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { EmptyState } from '@atrium/ui/empty-state'
import { IconKey } from '@atrium/ui/icons'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordList } from '@atrium/ui/record-list'
import { RecordRow } from '@atrium/ui/record-row'
import { Code } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeletePermission } from './permission.queries.ts'
import { PermissionDialog } from './permission-dialog.tsx'

/** What the installation has added to the built-in ones. */
export function OwnPermissions({ permissions }: { permissions: Permission[] }) {
  const { t } = useTranslation()
  const deletion = useDeletePermission()
  const [edited, setEdited] = useState<Permission | 'new'>()
  const [doomed, setDoomed] = useState<Permission>()
  const confirm = () =>
    doomed &&
    deletion.mutate(doomed.id, {
      onSuccess: () => notifyOfSuccess(t('access.permissions.deleted')),
      onSettled: () => setDoomed(undefined),
    })
  return (
    <>
      <RecordList
        text={t('access.permissions.ownText')}
        createLabel={t('access.permissions.create')}
        onCreate={() => setEdited('new')}
      >
        {permissions.map(permission => (
          <RecordRow
            key={permission.id}
            name={<Code>{permission.name}</Code>}
            text={permission.description}
            editLabel={t('access.permissions.edit', { name: permission.name })}
            onEdit={() => setEdited(permission)}
            deleteLabel={t('access.permissions.delete', { name: permission.name })}
            onDelete={() => setDoomed(permission)}
          />
        ))}
      </RecordList>
      {permissions.length === 0 && (
        <EmptyState
          order={3}
          icon={<IconKey stroke={1.5} />}
          title={t('access.permissions.ownEmptyTitle')}
          text={t('access.permissions.ownEmptyText')}
        />
      )}
      <PermissionDialog permission={edited} onClose={() => setEdited(undefined)} />
      <ConfirmDialog
        title={t('access.permissions.deleteTitle', { name: doomed?.name ?? '' })}
        text={t('access.permissions.deleteText')}
        action={t('access.permissions.delete', { name: doomed?.name ?? '' })}
        isOpen={doomed !== undefined}
        isPending={deletion.isPending}
        onConfirm={confirm}
        onClose={() => setDoomed(undefined)}
      />
    </>
  )
}
