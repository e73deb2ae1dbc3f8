import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { NumberInput, Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BoardColumn } from '../../../data/boards/board-cache.ts'
import { useChangeColumn, useDeleteColumn } from '../board/board.queries.ts'

export const HIGHEST_LIMIT = 1000
const MAX_ARCHIVE_DAYS = 3650

interface WipLimitFormProps {
  column: BoardColumn
  onClose: () => void
}

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
  const form = useMutationForm({
    mutation: useChangeColumn(column.boardId),
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

export function ArchiveDialog({ isOpen, ...form }: WipLimitFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('boards.archive.title')} isOpen={isOpen} onClose={form.onClose}>
      <ArchiveForm {...form} />
    </Dialog>
  )
}

/** When completed tasks of a column leave the board. */
function ArchiveForm({ column, onClose }: WipLimitFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useChangeColumn(column.boardId),
    initialValues: { archiveAfterDays: column.archiveAfterDays ?? ('' as number | '') },
    toInput: ({ archiveAfterDays }) => ({
      id: column.id,
      archiveAfterDays: archiveAfterDays === '' ? null : Number(archiveAfterDays),
    }),
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <NumberInput
        {...form.field('archiveAfterDays')}
        label={t('boards.archive.days', { title: column.title })}
        description={t('boards.archive.hint')}
        min={0}
        max={MAX_ARCHIVE_DAYS}
        allowDecimal={false}
        clampBehavior="strict"
        data-autofocus
      />
    </DialogForm>
  )
}

interface DeleteColumnFormProps {
  column: BoardColumn
  columns: FullBoard['columns']
  onClose: () => void
}

export function DeleteColumnDialog({ isOpen, ...form }: DeleteColumnFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('boards.column.deleteTitle', { title: form.column.title })}
      isOpen={isOpen}
      onClose={form.onClose}
    >
      <DeleteColumnForm {...form} />
    </Dialog>
  )
}

/** The tasks of the column are never deleted with it: the user chooses where they go. */
function DeleteColumnForm({ column, columns, onClose }: DeleteColumnFormProps) {
  const { t } = useTranslation()
  const others = columns.filter(({ id }) => id !== column.id)
  const taskCount = column.taskCount + column.archivedCount
  const hasTasks = taskCount > 0
  const form = useMutationForm({
    mutation: useDeleteColumn(column.boardId),
    initialValues: { moveTo: null as string | null },
    toInput: ({ moveTo }) => ({ id: column.id, ...(hasTasks && { moveTo: targetOf(moveTo) }) }),
    onSuccess: onClose,
  })
  // Another user can delete the chosen column in the meantime.
  const targetOf = (chosen: string | null) =>
    (others.find(({ id }) => String(id) === chosen) ?? others[0])?.id
  return (
    <DialogForm form={form} submitLabel={t('boards.column.delete')} isDangerous onCancel={onClose}>
      {hasTasks ? (
        <Select
          {...form.field('moveTo')}
          label={t('boards.column.moveTasksTo', { count: taskCount })}
          data={others.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={String(targetOf(form.values.moveTo))}
          allowDeselect={false}
          data-autofocus
        />
      ) : (
        <Text size="sm">{t('boards.column.deleteEmpty')}</Text>
      )}
    </DialogForm>
  )
}
