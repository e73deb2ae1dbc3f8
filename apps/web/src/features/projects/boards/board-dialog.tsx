import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { TagsInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChangeBoard, useCreateBoard } from '../board.queries.ts'

interface BoardFormProps {
  projectId: number
  /** The board to edit; without it a board is created. */
  board?: ListedBoard
  onClose: () => void
  onCreated?: (boardId: number) => void
}

export function BoardDialog({ isOpen, ...form }: BoardFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t(form.board ? 'projects.boards.change' : 'projects.boards.create')}
      isOpen={isOpen}
      onClose={form.onClose}
    >
      {form.board ? <EditForm {...form} board={form.board} /> : <CreateForm {...form} />}
    </Dialog>
  )
}

function CreateForm({ projectId, onClose, onCreated }: BoardFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useCreateBoard(projectId),
    initialValues: { name: '', description: '', columns: [] as string[] },
    toInput: ({ columns, ...board }) => ({ ...trimmed(board), ...(columns.length > 0 && { columns }) }),
    onSuccess: ({ item }) => {
      onClose()
      onCreated?.(item.id)
    },
  })
  return (
    <DialogForm form={form} submitLabel={t('actions.create')} onCancel={onClose}>
      <BoardFields field={form.field} />
      <TagsInput
        {...form.field('columns')}
        label={t('projects.boards.columnTitles')}
        description={t('projects.boards.columnsHint')}
        placeholder={form.values.columns.length > 0 ? '' : t('projects.boards.columnsDefault')}
        maxTags={50}
        acceptValueOnBlur
        clearable
      />
    </DialogForm>
  )
}

function EditForm({ projectId, board, onClose }: BoardFormProps & { board: ListedBoard }) {
  const form = useMutationForm({
    mutation: useChangeBoard(projectId),
    initialValues: { name: board.name, description: board.description ?? '' },
    toInput: values => ({ id: board.id, ...trimmed(values) }),
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <BoardFields field={form.field} />
    </DialogForm>
  )
}

interface BoardFieldsProps {
  field: (name: 'name' | 'description') => object
}

function BoardFields({ field }: BoardFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...field('name')}
        label={t('projects.boards.name')}
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        {...field('description')}
        label={t('projects.create.description')}
        autosize
        minRows={2}
        maxRows={8}
      />
    </>
  )
}

function trimmed({ name, description }: { name: string; description: string }) {
  return { name: name.trim(), description: description.trim() || null }
}
