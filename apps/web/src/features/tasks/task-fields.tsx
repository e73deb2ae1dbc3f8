import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Skeleton, Stack } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { AssigneeField } from './assignee-field.tsx'
import { ColumnField } from './column-field.tsx'
import { EstimateField } from './estimate-field.tsx'
import { PriorityField } from './priority-field.tsx'
import { StickerField } from './sticker-field.tsx'
import { TaskFacts } from './task-facts.tsx'
import classes from './task-fields.module.css'

const DayField = lazy(() => import('./day-field.tsx').then(({ DayField }) => ({ default: DayField })))

interface TaskFieldsProps {
  task: Task
  board: FullBoard
  mayEdit: boolean
  mayManage: boolean
  /** What belongs beside the estimate. */
  children?: ReactNode
}

/** Everything about the task that is not text. */
export function TaskFields({ task, board, mayEdit, mayManage, children }: TaskFieldsProps) {
  const { t } = useTranslation()
  const field = { task, mayEdit }
  return (
    <section className={classes.fields} aria-label={t('tasks.fields.label')}>
      <ColumnField {...field} board={board} />
      <AssigneeField {...field} />
      <PriorityField {...field} />
      <Suspense fallback={<DaySkeleton />}>
        <DayField {...field} field="startDate" />
        <DayField {...field} field="dueDate" />
      </Suspense>
      <EstimateField {...field} />
      <Stack gap="sm" className={classes.wide}>
        {children}
        <StickerField {...field} stickers={board.stickers} mayManage={mayManage} />
        <TaskFacts task={task} />
      </Stack>
    </section>
  )
}

function DaySkeleton() {
  return (
    <LoadingSkeleton>
      <Skeleton h={60} />
    </LoadingSkeleton>
  )
}
