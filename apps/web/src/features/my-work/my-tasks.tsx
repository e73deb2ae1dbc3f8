import type { Task } from '@atrium/tasks/tasks/task.contract'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconCircleCheck } from '@atrium/ui/icons'
import { Badge, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery } from '../../data/projects.ts'
import { prioritiesQuery } from '../../data/tasks.ts'
import { useCompleteTask } from './complete-task.ts'
import { useBoardsOf } from './my-work.queries.ts'
import { sectionsOf } from './sections.ts'
import classes from './task-row.module.css'
import { TaskRow } from './task-row.tsx'

interface MyTasksProps {
  tasks: Task[]
  today: string
  actions: (task: Task) => ReactNode
}

/** Section by section, from what is late to what has time. */
export function MyTasks({ tasks, today, actions }: MyTasksProps) {
  const { t } = useTranslation()
  const { data: priorities = [] } = useQuery(prioritiesQuery)
  const { mutate: complete } = useCompleteTask()
  const placeOf = usePlaces(tasks)
  return sectionsOf(tasks, today, priorities).map(section => (
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
          onComplete={() => complete(task)}
        >
          {actions(task)}
        </TaskRow>
      ))}
    </TaskSection>
  ))
}

function usePlaces(tasks: Task[]) {
  const { data: projects } = useQuery(allProjectsQuery)
  const boards = useBoardsOf(tasks)
  return ({ projectId, boardId }: Task) => {
    const project = projects?.find(({ id }) => id === projectId)
    return [project?.name, boards.get(boardId)?.name].filter(Boolean).join(' · ')
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
