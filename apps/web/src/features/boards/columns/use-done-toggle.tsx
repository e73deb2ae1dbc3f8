import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { lazyDialog } from '@atrium/ui/dialogs/lazy-dialog'
import { useState } from 'react'
import type { BoardColumn } from '../../../data/boards/board-cache.ts'
import { useChangeDoneColumns } from '../board/board.queries.ts'

const DoneColumnDialog = lazyDialog(async () => (await import('./done-column-dialog.tsx')).DoneColumnDialog)

/** Whether a column completes tasks; changing it asks first, if tasks are affected or checkmarks would move tasks to another column. */
export function useDoneToggle(column: BoardColumn, columns: FullBoard['columns']) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate } = useChangeDoneColumns(column.boardId)
  const hasOthers = columns.some(({ id, isDone }) => isDone && id !== column.id)
  const toggle = () => {
    if (column.isDone || column.taskCount > 0 || hasOthers) return setIsAsking(true)
    mutate([{ id: column.id, isDone: true }])
  }
  const question = (
    <DoneColumnDialog
      column={column}
      columns={columns}
      isOpen={isAsking}
      onClose={() => setIsAsking(false)}
    />
  )
  return { toggle, question }
}
