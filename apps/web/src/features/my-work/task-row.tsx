import type { Task } from '@atrium/tasks/tasks/task.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/task-priority.contract'
import { Checkbox, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DueText } from './due-text.tsx'
import { PriorityMark } from './priority-mark.tsx'
import classes from './task-row.module.css'

interface TaskRowProps {
  task: Task
  /** Project and board. */
  place: string
  priority: TaskPriority | undefined
  today: string
  onComplete: () => void
  /** What else one may do with it. */
  children?: ReactNode
}

export function TaskRow({ task, place, priority, today, onComplete, children }: TaskRowProps) {
  const { t } = useTranslation()
  const { title, boardId, number, dueDate } = task
  return (
    <li className={classes.row}>
      <Checkbox
        checked={false}
        radius="xl"
        classNames={{ root: classes.checkbox, input: classes.box }}
        aria-label={t('work.complete', { title })}
        data-complete
        onChange={({ currentTarget }) => {
          focusNext(currentTarget)
          onComplete()
        }}
      />
      <div className={classes.body}>
        <Link
          to="/board/$boardId/task/$taskId"
          params={{ boardId, taskId: task.id }}
          className={classes.title}
        >
          {title}
        </Link>
        <Text component="div" size="xs" c="dimmed" className={classes.meta}>
          {dueDate && <DueText day={dueDate} today={today} />}
          {priority && !priority.isDefault && <PriorityMark priority={priority} />}
          <span>{`${place} #${number}`}</span>
        </Text>
      </div>
      <div className={classes.actions}>{children}</div>
    </li>
  )
}

/** The row is about to go; whoever works by keyboard goes on with its neighbour. */
function focusNext(checkbox: HTMLInputElement) {
  const all = [...document.querySelectorAll<HTMLInputElement>('input[data-complete]')]
  const at = all.indexOf(checkbox)
  const next = all[at + 1] ?? all[at - 1]
  next?.focus({ preventScroll: true })
}
