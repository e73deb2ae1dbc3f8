import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMoveWithin } from './move-within.tsx'

interface ColumnFieldProps {
  task: Task
  board: FullBoard
  mayEdit: boolean
}

export function ColumnField({ task, board, mayEdit }: ColumnFieldProps) {
  const { t } = useTranslation()
  const { move, question } = useMoveWithin(task, board)
  return (
    <>
      <Select
        label={t('tasks.fields.columnId')}
        data={board.columns.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={String(task.columnId)}
        onChange={id => id && void move(Number(id))}
        readOnly={!mayEdit}
        allowDeselect={false}
      />
      {question}
    </>
  )
}
