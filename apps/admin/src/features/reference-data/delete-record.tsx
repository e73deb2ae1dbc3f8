import { hasCode } from '@atrium/ui/api-error'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { showNotice } from '@atrium/ui/notice'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { useTranslation } from 'react-i18next'
import { useDeleteRecord } from './reference-record.queries.ts'
import type { ReferenceKind, ReferenceRecord } from './reference-record.ts'

interface DeleteRecordProps {
  kind: ReferenceKind
  record: ReferenceRecord | undefined
  onClose: () => void
}

export function DeleteRecord({ kind, record, onClose }: DeleteRecordProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useDeleteRecord(kind)
  const name = record?.name ?? ''
  const confirm = ({ id }: ReferenceRecord) =>
    mutate(id, {
      onSuccess: () => notifyOfSuccess(t('referenceData.deleted', { name })),
      onError: error => {
        if (hasCode(error, 409)) showNotice({ color: 'red', message: t('referenceData.inUse', { name }) })
      },
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      title={t('referenceData.deleteTitle', { name })}
      text={t('referenceData.deleteText')}
      action={t('referenceData.delete', { name })}
      isOpen={record !== undefined}
      isPending={isPending}
      onConfirm={() => record && confirm(record)}
      onClose={onClose}
    />
  )
}
