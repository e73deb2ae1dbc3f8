import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery } from '../../data/projects.ts'
import { prioritiesQuery } from '../../data/tasks.ts'
import { useCompleteTask } from './complete-task.ts'
import { useBoardsOf } from './my-work.queries.ts'
import { sectionsOf } from './sections.ts'
import { TaskRow } from './task-row.tsx'
import { TaskSection } from './task-section.tsx'

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
