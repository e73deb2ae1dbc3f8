import { isRefused } from '@atrium/client/api-error'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { moveTask, type Task, type TaskMove } from '@atrium/tasks/tasks/task.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { useUndo } from '@atrium/ui/feedback/undo'
import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyOfRefusedChange, sendMove } from '../../../data/changes/change-task.ts'

/** Moves the task to a column of its board, and asks for confirmation when the column has reached its limit. */
export function useMoveToColumn(task: Task, board: FullBoard) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const queryClient = useQueryClient()
  const [isMoving, setIsMoving] = useState(false)
  const [fullColumnId, setFullColumnId] = useState<number>()
  const column = board.columns.find(({ id }) => id === fullColumnId)

  /** Returns whether the task was moved. */
  const send = async (to: TaskMove) => {
    const { columnId } = to
    setIsMoving(true)
    try {
      const patch = { columnId, position: Number.MAX_SAFE_INTEGER }
      await sendMove(queryClient, task, to, { patch })
      return true
    } catch (error) {
      if (isRefused(moveTask, error, 'wip_limit_reached')) setFullColumnId(columnId)
      else notifyOfRefusedChange(error)
      return false
    } finally {
      setIsMoving(false)
    }
  }
  const move = async (columnId: number, force?: boolean) => {
    if (columnId === task.columnId) return
    const from = placeOf(task, board)
    const target = board.columns.find(({ id }) => id === columnId)
    if (!(await send({ columnId, force })) || !target) return
    const done = t('tasks.undo.moved', { column: target.title })
    const isEarly = task.isBlocked && target.isDone
    offerUndo(isEarly ? t('tasks.blocked.completed', { title: task.title }) : done, () => void send(from))
  }
  const confirmation = column && (
    <FullColumn
      column={column}
      onCancel={() => setFullColumnId(undefined)}
      onForce={() => {
        setFullColumnId(undefined)
        void move(column.id, true)
      }}
    />
  )
  return { move, isMoving, confirmation }
}

/** Its current column and neighbors. */
function placeOf({ id, columnId }: Task, { columns }: FullBoard) {
  const cards = columns.find(column => column.id === columnId)?.tasks ?? []
  const at = cards.findIndex(card => card.id === id)
  const [afterTaskId, beforeTaskId] = [cards[at - 1]?.id ?? null, cards[at + 1]?.id ?? null]
  return { columnId, afterTaskId, beforeTaskId, force: true }
}

interface FullColumnProps {
  column: FullBoard['columns'][number]
  onCancel: () => void
  onForce: () => void
}

function FullColumn({ column, onCancel, onForce }: FullColumnProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('tasks.fullColumn.title')} isOpen onClose={onCancel}>
      <Text mb="lg">
        {t('tasks.fullColumn.text', { column: column.title, count: column.wipLimit ?? column.taskCount })}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button onClick={onForce} data-autofocus>
          {t('tasks.fullColumn.force')}
        </Button>
      </Group>
    </Dialog>
  )
}
