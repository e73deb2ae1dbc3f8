import { namesTask, parseTaskKey } from '@atrium/tasks/projects/project-key.contract'
import { IconBan, IconCircle, IconCircleCheckFilled } from '@atrium/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fullBoardQuery } from '../../../data/boards/boards.ts'
import { allProjectsQuery, useCurrentProject } from '../../../data/projects/projects.ts'
import { tasksQuery } from '../../../data/tasks/tasks.ts'
import classes from './task-reference.module.css'

interface TaskReferenceProps {
  taskKey: string
  /** What is shown for a key that names no task, such as UTF-8. */
  fallback?: string | null
}

/** The key of a task in a text: a link with the title and the status of the task, if the reader can see it. */
export function TaskReference({ taskKey, fallback = taskKey }: TaskReferenceProps) {
  const { t } = useTranslation()
  const task = useReferencedTask(taskKey)
  const { data: board } = useQuery({ ...fullBoardQuery(task?.boardId ?? 0), enabled: false })
  if (!task) return fallback
  const isDone = task.completedAt !== null
  const Icon = isDone ? IconCircleCheckFilled : task.isBlocked ? IconBan : IconCircle
  const column = board?.columns.find(({ id }) => id === task.columnId)?.title
  const status = column ?? t(isDone ? 'tasks.reference.done' : 'tasks.reference.open')
  return (
    <Link
      to="/board/$boardId/task/$taskId"
      params={{ boardId: task.boardId, taskId: task.id }}
      className={classes.reference}
      data-done={isDone || undefined}
      title={status}
    >
      <Icon size={14} stroke={2} className={classes.status} role="img" aria-label={status} />
      <span className={classes.key}>{taskKey}</span> <span className={classes.title}>{task.title}</span>
    </Link>
  )
}

/** Two projects can have the same key: then the key means the task of the project that the page shows. */
function useReferencedTask(key: string) {
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const current = useCurrentProject()
  const { projectKey, number = 0 } = parseTaskKey(key) ?? {}
  const named = projects.filter(project => project.key === projectKey)
  const project = named.find(({ id }) => id === current?.id) ?? (named.length === 1 ? named[0] : undefined)
  const { data: found } = useQuery({
    ...tasksQuery({ search: key, projectId: String(project?.id), limit: 5 }),
    placeholderData: undefined,
    enabled: project !== undefined,
  })
  return found?.items.find(task => task.number === number && namesTask(key, task.number, projectKey ?? null))
}
