import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { prioritiesQuery } from '../../data/planning/priorities.ts'
import type { PlannableTask } from './plan/plan-changes.ts'
import { DoneRow, TaskRow, TaskSection } from './rows/task-row.tsx'
import { sectionsOf } from './sections.ts'

interface MyTasksProps<Listed> {
  tasks: Listed[]
  today: string
  actions: (task: Listed) => ReactNode
  onComplete: (task: Listed) => void
}

/** By section, from overdue to no due date. */
export function MyTasks<Listed extends PlannableTask>(props: MyTasksProps<Listed>) {
  const { tasks, today, actions, onComplete } = props
  const { t } = useTranslation()
  const { data: priorities = [] } = useQuery(prioritiesQuery)
  return sectionsOf(tasks, today, priorities).map(section => (
    <TaskSection
      key={section.name}
      title={t(`work.sections.${section.name}`)}
      count={section.tasks.length}
      color={section.name === 'overdue' ? 'red' : 'gray'}
    >
      {section.tasks.map(task => (
        <TaskRow key={task.id} task={task} today={today} onComplete={() => onComplete(task)}>
          {actions(task)}
        </TaskRow>
      ))}
    </TaskSection>
  ))
}

export function RecentlyDone({ tasks }: { tasks: PlannableTask[] }) {
  const { t } = useTranslation()
  if (tasks.length === 0) return null
  return (
    <TaskSection title={t('work.sections.done')}>
      {tasks.map(task => (
        <DoneRow key={task.id} task={task} />
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
