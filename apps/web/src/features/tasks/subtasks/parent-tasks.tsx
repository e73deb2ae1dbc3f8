import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { IconChevronRight, IconSubtask } from '@atrium/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { projectQuery } from '../../../data/projects/projects.ts'
import { subtasksQuery } from '../../../data/tasks/subtasks.ts'
import classes from './subtasks.module.css'

/** The tasks that a sub-task belongs to, from the top down. */
export function ParentTasks({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...subtasksQuery(task.id), enabled: task.parentId !== null })
  const { data: project } = useQuery(projectQuery(task.projectId))
  const ancestors = task.parentId === null ? [] : (data?.ancestors ?? [])
  if (ancestors.length === 0) return null
  return (
    <nav className={classes.parents} aria-label={t('tasks.subtasks.parents')}>
      <IconSubtask size={16} stroke={1.75} aria-hidden />
      {ancestors.map(({ id, number, title }, index) => (
        <Fragment key={id}>
          {index > 0 && <IconChevronRight size={14} aria-hidden />}
          <Link to="/task/$taskId" params={{ taskId: id }} title={title}>
            {taskKey(number, project?.key)} {title}
          </Link>
        </Fragment>
      ))}
    </nav>
  )
}
