import { ErrorState } from '@atrium/ui/feedback/states'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayAs, projectQuery } from '../../data/projects/projects.ts'
import { deletedBoardsQuery } from '../../features/projects/board.queries.ts'
import { trashQuery, useProjectRights } from '../../features/projects/project.queries.ts'
import { RowSkeleton } from '../../features/projects/row-skeleton.tsx'
import { DeletedBoards, EmptyTrash, TrashList } from '../../features/projects/trash/trash-list.tsx'

export default function ProjectTrashPage() {
  const { t } = useTranslation()
  const { projectId } = useParams({ from: '/project/$projectId/trash' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { role, mayWrite, mayManage, mayOwn } = useProjectRights(project)
  const [page, setPage] = useState(1)
  const isManager = mayAs(role, 'manager')
  const boards = useQuery({ ...deletedBoardsQuery(projectId), enabled: isManager })
  const deletedBoards = isManager ? boards.data : []
  const tasks = useQuery(trashQuery(projectId, page))
  useLastPage(tasks.data, setPage)

  const failed = [boards, tasks].find(({ data, error }) => !data && error)
  if (failed?.error)
    return <ErrorState error={failed.error} onRetry={failed.refetch} isRetrying={failed.isFetching} />
  if (!tasks.data || !deletedBoards) return <RowSkeleton />
  if (tasks.data._meta.total === 0 && deletedBoards.length === 0) return <EmptyTrash />
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {isManager ? t('projects.trash.note') : t('projects.trash.ownNote')}
      </Text>
      {deletedBoards.length > 0 && (
        <DeletedBoards projectId={projectId} boards={deletedBoards} mayRestore={mayManage} />
      )}
      {tasks.data.items.length > 0 && (
        <TrashList
          projectKey={project.key}
          tasks={tasks.data.items}
          deletedBoards={deletedBoards}
          mayRestore={mayWrite}
          mayRemove={mayOwn}
        />
      )}
      <PageSwitch page={page} pages={tasks.data._meta.pages} onChange={setPage} />
    </Stack>
  )
}
