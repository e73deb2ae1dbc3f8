import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BoardColumn } from '../../data/board-cache.ts'
import { useChangeColumn } from './board.queries.ts'
import { useBoard } from './board-context.ts'

interface WipLimitFormProps {
  column: BoardColumn
  onClose: () => void
}

const HIGHEST_LIMIT = 1000

export function WipLimitDialog({ isOpen, ...form }: WipLimitFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('boards.column.setLimit')} isOpen={isOpen} onClose={form.onClose}>
      <WipLimitForm {...form} />
    </Dialog>
  )
}

function WipLimitForm({ column, onClose }: WipLimitFormProps) {
  const { t } = useTranslation()
  const { boardId } = useBoard()
  const form = useMutationForm({
    mutation: useChangeColumn(boardId),
    initialValues: { wipLimit: column.wipLimit ?? ('' as number | '') },
    toInput: ({ wipLimit }) => ({ id: column.id, wipLimit: wipLimit === '' ? null : Number(wipLimit) }),
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <NumberInput
        {...form.field('wipLimit')}
        label={t('boards.column.limitLabel', { title: column.title })}
        description={t('boards.column.limitHint')}
        min={1}
        max={HIGHEST_LIMIT}
        allowDecimal={false}
        clampBehavior="strict"
        data-autofocus
      />
    </DialogForm>
  )
}
