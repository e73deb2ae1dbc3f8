import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { durationText } from '@atrium/ui/durations'
import { IconCircleCheck } from '@atrium/ui/icons'
import { Badge, Card, Checkbox, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords } from '../../../data/days.ts'
import { prioritiesQuery, usePriorityName } from '../../../data/planning/priorities.ts'
import { PriorityIcon } from '../../../data/planning/priority-icon.tsx'
import { allProjectsQuery } from '../../../data/projects/projects.ts'
import { ProjectMark } from '../../../project-mark/project-mark.tsx'
import type { PlannableTask } from '../plan/plan-changes.ts'
import { usePlanDrag, useRowTarget } from '../plan/plan-drag.ts'
import classes from './task-row.module.css'

interface TaskSectionProps {
  title: string
  count?: number
  color?: string
  children: ReactNode
}

export function TaskSection({ title, count, color = 'gray', children }: TaskSectionProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group gap="xs" mb="xs" px={4}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {count !== undefined && (
          <Badge
            color={color}
            size="sm"
            circle={count < 10}
            aria-label={t('work.count', { count })}
            role="img"
          >
            {count}
          </Badge>
        )}
      </Group>
      <Card padding={0} shadow="xs">
        <ul className={classes.list}>{children}</ul>
      </Card>
    </section>
  )
}

interface TaskRowProps {
  task: PlannableTask
  today: string
  onComplete: () => void
  /** Where it is in the plan of a day, for tasks that are dropped next to it. */
  place?: { day: string; previousId: number | null } | undefined
  /** Another day that it is planned for. */
  plannedFor?: string | undefined
  withEstimate?: boolean
  /** More actions. */
  children?: ReactNode
}

/** An open task, which can be dragged to a day. */
export function TaskRow(props: TaskRowProps) {
  const { task, today, onComplete, place, plannedFor, withEstimate, children } = props
  const { t, i18n } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  const isDragged = usePlanDrag(row, task)
  const edge = useRowTarget(row, place && { id: task.id, ...place })
  const { project, text } = usePlace(task)
  const { data: priorities = [] } = useQuery(prioritiesQuery)
  const priority = priorities.find(({ id }) => id === task.priorityId)
  const { title, boardId, dueDate, estimateSeconds } = task
  return (
    <li
      ref={row}
      className={classes.row}
      data-plan-row={task.id}
      data-dragged={isDragged || undefined}
      data-edge={edge ?? undefined}
    >
      <Checkbox
        checked={false}
        radius="xl"
        classNames={{ root: classes.checkbox, input: classes.box }}
        aria-label={t('work.complete', { title })}
        data-complete
        onChange={({ currentTarget }) => {
          focusNeighbor(currentTarget)
          onComplete()
        }}
      />
      <div className={classes.body}>
        <Link
          to="/board/$boardId/task/$taskId"
          params={{ boardId, taskId: task.id }}
          className={classes.title}
          draggable={false}
        >
          {title}
        </Link>
        <Text component="div" size="xs" c="dimmed" className={classes.meta}>
          {plannedFor && <span>{t('plan.plannedFor', { day: shortDay(plannedFor, i18n.language) })}</span>}
          {dueDate && <DueText day={dueDate} today={today} />}
          {withEstimate && estimateSeconds !== null && (
            <span>{durationText(estimateSeconds, i18n.language)}</span>
          )}
          {priority && !priority.isDefault && <PriorityMark priority={priority} />}
          <span className={classes.place}>
            {project && <ProjectMark project={project} size={16} />}
            {text}
          </span>
        </Text>
      </div>
      <div className={classes.actions}>{children}</div>
    </li>
  )
}

function usePlace({ projectId, boardId, number }: PlannableTask) {
  const { data: projects } = useQuery(allProjectsQuery)
  const project = projects?.find(({ id }) => id === projectId)
  const board = project?.boards.find(({ id }) => id === boardId)
  const text = [taskKey(number, project?.key), project?.name, board?.name].filter(Boolean).join(' · ')
  return { project, text }
}

function shortDay(day: string, language: string) {
  return dayInWords(day, language, { weekday: 'short', day: 'numeric', month: 'short' })
}

type DoneTask = Pick<PlannableTask, 'id' | 'boardId' | 'title'>

export function DoneRow({ task: { id, boardId, title } }: { task: DoneTask }) {
  return (
    <li className={classes.row}>
      <Group gap="sm" wrap="nowrap" miw={0} c="dimmed">
        <IconCircleCheck size={20} stroke={1.75} color="var(--mantine-color-teal-6)" aria-hidden="true" />
        <Text
          component={Link}
          to={`/board/${boardId}/task/${id}`}
          td="line-through"
          lineClamp={1}
          className={classes.title}
        >
          {title}
        </Text>
      </Group>
    </li>
  )
}

/** The row is about to leave its list: keyboard users continue with its neighbor. */
export function focusNeighbor(within: Element) {
  const all = [...document.querySelectorAll<HTMLInputElement>('input[data-complete]')]
  const own = within.closest('[data-plan-row]')?.querySelector<HTMLInputElement>('input[data-complete]')
  const at = own ? all.indexOf(own) : -1
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

function PriorityMark({ priority }: { priority: TaskPriority }) {
  const nameOf = usePriorityName()
  return (
    <Group component="span" gap={3} wrap="nowrap">
      <PriorityIcon priority={priority} size={14} />
      {nameOf(priority)}
    </Group>
  )
}
