import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { useQuery } from '@tanstack/react-query'
import { useHasPermission } from './current-user.ts'
import { mayAs, projectQuery } from './projects.ts'

/** What the caller may do on a board; on one of an archived project nothing changes. */
export function useBoardRights(board: Pick<FullBoard, 'projectId' | 'myRole'> | undefined) {
  const looksAfterAll = useHasPermission('projects.manage.any')
  const { data: project } = useQuery({
    ...projectQuery(board?.projectId ?? 0),
    enabled: board !== undefined,
  })
  const isArchived = Boolean(project?.archivedAt)
  return {
    isArchived,
    mayWrite: !isArchived && (looksAfterAll || mayAs(board?.myRole, 'member')),
    mayManage: !isArchived && (looksAfterAll || mayAs(board?.myRole, 'manager')),
  }
}
