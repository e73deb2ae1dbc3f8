import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BoardColumn } from '../../data/board-cache.ts'
import { useDeleteColumn } from './board.queries.ts'
import { useBoard } from './board-context.ts'

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
  const { boardId } = useBoard()
  const others = columns.filter(({ id }) => id !== column.id)
  const hasTasks = column.taskCount > 0
  const form = useMutationForm({
    mutation: useDeleteColumn(boardId),
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
          label={t('boards.column.moveTasksTo', { count: column.taskCount })}
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
