import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Checkbox, ColorSwatch, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords } from '../../data/days.ts'
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

/** The row is about to disappear: keyboard users continue with its neighbour. */
function focusNext(checkbox: HTMLInputElement) {
  const all = [...document.querySelectorAll<HTMLInputElement>('input[data-complete]')]
  const at = all.indexOf(checkbox)
  const next = all[at + 1] ?? all[at - 1]
  next?.focus({ preventScroll: true })
}

/** Near days by name, others by date. */
function DueText({ day, today }: { day: string; today: string }) {
  const { t, i18n } = useTranslation()
  const near = {
    [addDays(today, -1)]: t('work.due.yesterday'),
    [today]: t('work.due.today'),
    [addDays(today, 1)]: t('work.due.tomorrow'),
  }
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const year = isThisYear ? undefined : 'numeric'
  return (
    <Text
      span
      inherit
      c={day < today ? 'var(--mantine-color-error)' : undefined}
      fw={day <= today ? 600 : undefined}
    >
      <time dateTime={day}>
        {near[day] ?? dayInWords(day, i18n.language, { day: 'numeric', month: 'short', year })}
      </time>
    </Text>
  )
}

const known = ['low', 'normal', 'high', 'urgent'] as const

/** The four that every installation begins with have a name in each language. */
function PriorityMark({ priority }: { priority: TaskPriority }) {
  const { t } = useTranslation()
  const name = known.find(one => one === priority.name)
  return (
    <Group component="span" gap={5} wrap="nowrap">
      <ColorSwatch component="span" color={priority.color} size={9} withShadow={false} aria-hidden="true" />
      {name ? t(`work.priorities.${name}`) : priority.name}
    </Group>
  )
}
