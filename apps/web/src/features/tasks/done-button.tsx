import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { IconCheck, IconCircleCheck } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMoveWithin } from './move-within.tsx'

/** Done is a place: the first column that completes what comes into it, and back to the first that does not. */
export function DoneButton({ task, board }: { task: Task; board: FullBoard }) {
  const { t } = useTranslation()
  const { move, isMoving, question } = useMoveWithin(task, board)
  const isDone = task.completedAt !== null
  const target = board.columns.find(column => column.isDone !== isDone)
  if (!target) return null
  return (
    <>
      <Button
        variant={isDone ? 'light' : 'default'}
        color={isDone ? 'teal' : undefined}
        size="compact-sm"
        leftSection={isDone ? <IconCircleCheck size={16} /> : <IconCheck size={16} />}
        aria-pressed={isDone}
        loading={isMoving}
        onClick={() => void move(target.id)}
      >
        {t(isDone ? 'tasks.done.reopen' : 'tasks.done.mark')}
      </Button>
      {question}
    </>
  )
}
