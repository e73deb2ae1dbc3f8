import type { StoredFile } from '@atrium/identity/storage/file.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { EmptyState } from '@atrium/ui/empty-state'
import { IconFile } from '@atrium/ui/icons'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordRows } from '@atrium/ui/record-rows'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeleteFile } from './file.queries.ts'
import { FileRow } from './file-row.tsx'

interface FileListProps {
  userId: number
  files: StoredFile[]
  mayChange: boolean
}

export function FileList({ userId, files, mayChange }: FileListProps) {
  const { t } = useTranslation()
  const deletion = useDeleteFile(userId)
  const [doomed, setDoomed] = useState<StoredFile>()
  const confirmDeletion = ({ id }: StoredFile) =>
    deletion.mutate(id, {
      onSuccess: () => notifyOfSuccess(t('data.files.deleted')),
      onSettled: () => setDoomed(undefined),
    })
  return (
    <>
      {files.length === 0 ? (
        <EmptyState
          order={3}
          icon={<IconFile stroke={1.5} />}
          title={t('data.files.empty.title')}
          text={t('data.files.empty.text')}
        />
      ) : (
        <RecordRows label={t('data.files.label')}>
          {files.map(file => (
            <FileRow key={file.id} file={file} onDelete={mayChange ? () => setDoomed(file) : undefined} />
          ))}
        </RecordRows>
      )}
      <ConfirmDialog
        title={t('data.files.deleteTitle')}
        text={t('data.files.deleteText', { name: doomed?.name ?? '' })}
        action={t('data.files.deleteAction')}
        isOpen={doomed !== undefined}
        isPending={deletion.isPending}
        onConfirm={() => doomed && confirmDeletion(doomed)}
        onClose={() => setDoomed(undefined)}
      />
    </>
  )
}
