import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { Dialog } from '@atrium/ui/dialog'
import { formErrors } from '@atrium/ui/form-errors'
import { useTranslation } from 'react-i18next'
import { useChangeBoard, useCreateBoard } from './board.queries.ts'
import { type BoardFields, BoardForm } from './board-form.tsx'

interface BoardDialogProps {
  projectId: number
  /** The one to change; without it a new one is made. */
  board?: ListedBoard
  isOpen: boolean
  onClose: () => void
  onCreated?: (boardId: number) => void
}

export function BoardDialog({ projectId, board, isOpen, onClose, onCreated }: BoardDialogProps) {
  const { t } = useTranslation()
  const creation = useCreateBoard(projectId)
  const change = useChangeBoard(projectId)
  const saving = board ? change : creation
  const close = () => {
    saving.reset()
    onClose()
  }
  const save = ({ name, description, columns }: BoardFields) => {
    if (board) return change.mutate({ id: board.id, name, description }, { onSuccess: close })
    creation.mutate(
      { name, description, ...(columns.length > 0 && { columns }) },
      {
        onSuccess: ({ item }) => {
          close()
          onCreated?.(item.id)
        },
      },
    )
  }
  return (
    <Dialog
      title={t(board ? 'projects.boards.change' : 'projects.boards.create')}
      isOpen={isOpen}
      onClose={close}
    >
      <BoardForm
        board={board}
        errors={formErrors(saving.error, ['name', 'description', 'columns'])}
        isPending={saving.isPending}
        onChange={saving.reset}
        onCancel={close}
        onSubmit={save}
      />
    </Dialog>
  )
}
