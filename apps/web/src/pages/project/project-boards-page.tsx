import { ErrorState } from '@atrium/ui/feedback/states'
import { IconPlus } from '@atrium/ui/icons'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boardsQuery } from '../../data/boards/boards.ts'
import { projectQuery } from '../../data/projects/projects.ts'
import { StarButton } from '../../features/navigation/sidebar.tsx'
import { BoardDialog } from '../../features/projects/boards/board-dialog.tsx'
import { BoardList, NoBoards } from '../../features/projects/boards/board-list.tsx'
import { useProjectRights } from '../../features/projects/project.queries.ts'
import { ProjectListSkeleton } from '../../features/projects/project-list.tsx'

export default function ProjectBoardsPage() {
  const { t } = useTranslation()
  const { projectId } = useParams({ from: '/project/$projectId/' })
  const navigate = useNavigate()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: boards, error, isFetching, refetch } = useQuery(boardsQuery(projectId))
  const { mayManage } = useProjectRights(project)
  const [isCreating, setIsCreating] = useState(false)

  const create = (isFirst: boolean) =>
    mayManage && (
      <Button leftSection={<IconPlus size={18} />} onClick={() => setIsCreating(true)}>
        {t(isFirst ? 'projects.boards.first.action' : 'projects.boards.create')}
      </Button>
    )
  return (
    <>
      {project.description && (
        <Text c="dimmed" maw="44rem" mb="md" style={{ whiteSpace: 'pre-line' }} lineClamp={4}>
          {project.description}
        </Text>
      )}
      {!boards && !error && <ProjectListSkeleton />}
      {!boards && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {boards?.length === 0 && <NoBoards>{create(true)}</NoBoards>}
      {boards && boards.length > 0 && (
        <Stack gap="md">
          {mayManage && <Group justify="flex-end">{create(false)}</Group>}
          <BoardList
            projectId={projectId}
            boards={boards}
            mayManage={mayManage}
            star={({ id, name }) => <StarButton boardId={id} name={name} />}
          />
        </Stack>
      )}
      <BoardDialog
        projectId={projectId}
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={boardId => void navigate({ to: '/board/$boardId', params: { boardId } })}
      />
    </>
  )
}
