import { ErrorState } from '@atrium/ui/error-state'
import { PageSwitch } from '@atrium/ui/page-switch'
import { Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { projectQuery } from '../data/projects.ts'
import { EmptyTrash } from '../features/projects/empty-trash.tsx'
import { useProjectRights } from '../features/projects/project-rights.ts'
import { RowSkeleton } from '../features/projects/row-skeleton.tsx'
import { trashQuery } from '../features/projects/trash.queries.ts'
import { TrashList } from '../features/projects/trash-list.tsx'

export function ProjectTrashPage() {
  const { t } = useTranslation()
  const { projectId } = useParams({ from: '/project/$projectId/trash' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { mayManage, mayOwn } = useProjectRights(project)
  const [page, setPage] = useState(1)
  const { data: tasks, error, isFetching, refetch } = useQuery(trashQuery(projectId, page))

  if (!tasks && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!tasks) return <RowSkeleton />
  if (tasks._meta.total === 0) return <EmptyTrash />
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('projects.trash.note')}
      </Text>
      <TrashList tasks={tasks.items} mayRestore={mayManage} mayRemove={mayOwn} />
      <PageSwitch page={page} pages={tasks._meta.pages} onChange={setPage} />
    </Stack>
  )
}
