import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Breadcrumbs } from '@atrium/ui/shell/breadcrumbs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { projectQuery } from '../../data/projects/projects.ts'
import { ProjectMark } from '../../project-mark/project-mark.tsx'

/** Office move / Plan / OM-12. */
export function TaskBreadcrumbs({ task, board }: { task: Task; board: FullBoard }) {
  const { t } = useTranslation()
  const { projectId } = task
  const { data: project } = useQuery(projectQuery(projectId))
  return (
    <Breadcrumbs label={t('tasks.location')} current={taskKey(task.number, project?.key)} keepsCurrent>
      <Link to="/project/$projectId" params={{ projectId }}>
        {project && <ProjectMark project={project} size={18} />}
        <span>{project?.name ?? '…'}</span>
      </Link>
      <Link to="/board/$boardId" params={{ boardId: board.id }}>
        {board.name}
      </Link>
    </Breadcrumbs>
  )
}
