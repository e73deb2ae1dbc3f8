import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconCircleCheck } from '@atrium/ui/icons'
import { Badge, Card, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords } from '../../data/days.ts'
import { prioritiesQuery, usePriorityName } from '../../data/priorities.ts'
import { PriorityIcon } from '../../data/priority-icon.tsx'
import { allProjectsQuery } from '../../data/projects.ts'
import { ProjectMark } from '../../project-mark/project-mark.tsx'
import { type DoneQuestion, useCompleteTask } from './my-work.queries.ts'
import { sectionsOf } from './sections.ts'
import classes from './task-row.module.css'

interface MyTasksProps {
  tasks: Task[]
  today: string
  actions: (task: Task) => ReactNode
  /** Asks for the done column of a board that has none. */
  chooseDoneColumn: (choice: DoneColumnChoice) => ReactNode
}

interface DoneColumnChoice extends DoneQuestion {
  onChosen: (columnId: number) => void
  onClose: () => void
}

/** By section, from overdue to no due date. */
export function MyTasks({ tasks, today, actions, chooseDoneColumn }: MyTasksProps) {
  const { t } = useTranslation()
  const { data: priorities = [] } = useQuery(prioritiesQuery)
  const [question, setQuestion] = useState<DoneQuestion>()
  const complete = useCompleteTask(setQuestion)
  const placeOf = usePlaces()
  const sections = sectionsOf(tasks, today, priorities).map(section => (
    <TaskSection
      key={section.name}
      title={t(`work.sections.${section.name}`)}
      count={section.tasks.length}
      color={section.name === 'overdue' ? 'red' : 'gray'}
    >
      {section.tasks.map(task => (
        <TaskRow
          key={task.id}
          task={task}
          place={placeOf(task)}
          priority={priorities.find(({ id }) => id === task.priorityId)}
          today={today}
          onComplete={() => void complete(task)}
        >
          {actions(task)}
        </TaskRow>
      ))}
    </TaskSection>
  ))
  return (
    <>
      {sections}
      {question &&
        chooseDoneColumn({
          ...question,
          onChosen: columnId => void complete(question.task, columnId),
          onClose: () => setQuestion(undefined),
        })}
    </>
  )
}

function usePlaces() {
  const { data: projects } = useQuery(allProjectsQuery)
  return ({ projectId, boardId, number }: Task) => {
    const project = projects?.find(({ id }) => id === projectId)
    const board = project?.boards.find(({ id }) => id === boardId)
    const text = [taskKey(number, project?.key), project?.name, board?.name].filter(Boolean).join(' · ')
    return { project, text }
  }
}

interface TaskSectionProps {
  title: string
  count?: number
  color?: string
  children: ReactNode
}

function TaskSection({ title, count, color = 'gray', children }: TaskSectionProps) {
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

export function RecentlyDone({ tasks }: { tasks: Task[] }) {
  const { t } = useTranslation()
  if (tasks.length === 0) return null
  return (
    <TaskSection title={t('work.sections.done')}>
      {tasks.map(({ id, boardId, title }) => (
        <li key={id} className={classes.row}>
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
      ))}
    </TaskSection>
  )
}

export function MyWorkSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack gap="xl">
        <Skeleton h={180} radius="lg" />
        <Skeleton h={240} radius="lg" />
      </Stack>
    </LoadingSkeleton>
  )
}

interface TaskRowProps {
  task: Task
  place: ReturnType<ReturnType<typeof usePlaces>>
  priority: TaskPriority | undefined
  today: string
  onComplete: () => void
  /** More actions. */
  children?: ReactNode
}

function TaskRow({ task, place, priority, today, onComplete, children }: TaskRowProps) {
  const { t } = useTranslation()
  const { title, boardId, dueDate } = task
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
          <span className={classes.place}>
            {place.project && <ProjectMark project={place.project} size={16} />}
            {place.text}
          </span>
        </Text>
      </div>
      <div className={classes.actions}>{children}</div>
    </li>
  )
}

/** The row is about to disappear: keyboard users continue with its neighbor. */
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

function PriorityMark({ priority }: { priority: TaskPriority }) {
  const nameOf = usePriorityName()
  return (
    <Group component="span" gap={3} wrap="nowrap">
      <PriorityIcon priority={priority} size={14} />
      {nameOf(priority)}
    </Group>
  )
}
