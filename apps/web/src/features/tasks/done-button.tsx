import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { IconCheck, IconCircleCheck } from '@atrium/ui/icons'
import { Box, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMoveWithin } from './move-within.tsx'

/** Moves the task to the first column that counts as done, or back to the first that doesn't. Phones show the icon only. */
export function DoneButton({ task, board }: { task: Task; board: FullBoard }) {
  const { t } = useTranslation()
  const { move, isMoving, question } = useMoveWithin(task, board)
  const isDone = task.completedAt !== null
  const target = board.columns.find(column => column.isDone !== isDone)
  if (!target) return null
  const label = t(isDone ? 'tasks.done.reopen' : 'tasks.done.mark')
  const Icon = isDone ? IconCircleCheck : IconCheck
  return (
    <>
      <Button
        variant={isDone ? 'light' : 'default'}
        color={isDone ? 'teal' : undefined}
        size="compact-sm"
        aria-label={label}
        aria-pressed={isDone}
        loading={isMoving}
        onClick={() => void move(target.id)}
      >
        <Icon size={16} />
        <Box component="span" visibleFrom="xs" ms={6}>
          {label}
        </Box>
      </Button>
      {question}
    </>
  )
}
