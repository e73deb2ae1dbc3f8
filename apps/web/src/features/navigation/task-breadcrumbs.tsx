import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Breadcrumbs } from '@atrium/ui/shell/breadcrumbs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectQuery } from '../../data/projects.ts'
import { taskKey } from '../../data/tasks.ts'

/** Office move / Plan / #12. */
export function TaskBreadcrumbs({ task, board }: { task: Task; board: FullBoard }) {
  const { projectId } = task
  const { data: project } = useQuery(projectQuery(projectId))
  return (
    <Breadcrumbs current={taskKey(task)}>
      <Link to="/project/$projectId" params={{ projectId }}>
        {project?.name ?? '…'}
      </Link>
      <Link to="/board/$boardId" params={{ boardId: board.id }}>
        {board.name}
      </Link>
    </Breadcrumbs>
  )
}
