import { isLost } from '@atrium/client/api-error'
import { pageTitle } from '@atrium/ui/branding'
import { lazyDialog } from '@atrium/ui/dialogs/lazy-dialog'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { filterTextOf } from '../../data/boards/board-filter-text.ts'
import { fullBoardQuery, useBoardRights } from '../../data/boards/boards.ts'
import { useRememberBoard } from '../../data/boards/recent-boards.ts'
import { allProjectsQuery, membersQuery, projectQuery } from '../../data/projects/projects.ts'
import type { BoardFilters, BoardSearch } from '../../data/search-params.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'
import '../../features/boards/board-background.css'
import { BoardHeader } from '../../features/boards/board-header.tsx'
import { BoardScreen } from '../../features/boards/board-screen.tsx'
import { BoardRefusal, BoardSkeleton } from '../../features/boards/board-states.tsx'
import { rememberedLanes, rememberLanes } from '../../features/boards/lanes/remembered-lanes.ts'
import { StarButton } from '../../features/navigation/sidebar.tsx'
import { stateOf } from '../../features/views/view/view-state.ts'
import { ViewSwitch } from '../../features/views/view-switch.tsx'
import { useTopic } from '../../live/live-provider.tsx'
import { PageLoading } from '../page-loading.tsx'
import classes from './board-page.module.css'

const AddPeopleDialog = lazyDialog(
  async () => (await import('../../features/projects/members/add-people-dialog.tsx')).AddPeopleDialog,
)

export default function BoardPage() {
  const { boardId } = useParams({ from: '/board/$boardId' })
  const { taskId } = useParams({ strict: false })
  const search = useSearch({ from: '/board/$boardId' })
  const { lanes, ...filters } = search
  const navigate = useNavigate({ from: '/board/$boardId' })
  const { data: user } = useQuery(currentUserQuery)
  const { data: board, error, isFetching, refetch } = useQuery(fullBoardQuery(boardId))
  useTopic(`board:${boardId}`, isLost(error) ? undefined : board?.changeId)
  useRememberBoard(board?.id)

  const { mayManage } = useBoardRights(board)
  const { data: project } = useQuery({ ...projectQuery(board?.projectId ?? 0), enabled: board !== undefined })
  const { data: projects } = useQuery(allProjectsQuery)
  const hasOthers = (projects?.find(({ id }) => id === board?.projectId)?.boards.length ?? 0) > 1
  const mayInvite = mayManage && project !== undefined && project.type !== 'personal'
  const [isInviting, invitation] = useDisclosure()
  const { data: members = [] } = useQuery({ ...membersQuery(board?.projectId ?? 0), enabled: mayInvite })
  const change = useCallback(
    (next: BoardSearch) =>
      void (taskId === undefined
        ? navigate({ to: '.', search: next, replace: true })
        : // With its panel open.
          navigate({
            to: '/board/$boardId/task/$taskId',
            params: { boardId, taskId },
            search: next,
            replace: true,
          })),
    [navigate, boardId, taskId],
  )
  const filter = (next: BoardFilters) => change({ ...next, lanes })
  const group = (next: string | undefined) => {
    if (user) rememberLanes(user.id, boardId, next)
    change({ ...filters, lanes: next })
  }
  const remembered = user && lanes === undefined ? rememberedLanes(user.id, boardId) : undefined
  useEffect(() => {
    if (remembered) change({ ...search, lanes: remembered })
  }, [remembered, change, search])

  if (!board || !user || isLost(error)) {
    if (error) return <BoardRefusal error={error} onRetry={refetch} isRetrying={isFetching} />
    return (
      <PageLoading>
        <BoardSkeleton />
      </PageLoading>
    )
  }
  return (
    <div className={classes.page} data-board-background={board.background ?? undefined}>
      <title>{pageTitle(board.name)}</title>
      <BoardHeader
        board={board}
        myId={user.id}
        filters={filters}
        onFilter={filter}
        star={<StarButton boardId={boardId} />}
        views={
          <ViewSwitch
            current="board"
            projectId={board.projectId}
            boardId={boardId}
            state={stateOf({ filter: filterTextOf(filters, hasOthers ? boardId : undefined) })}
          />
        }
        onInvite={mayInvite ? invitation.open : undefined}
        onDeleted={() =>
          void navigate({ to: '/project/$projectId', params: { projectId: board.projectId }, search: {} })
        }
      />
      <BoardScreen
        key={board.id}
        board={board}
        user={user}
        filters={filters}
        onFilter={filter}
        lanesName={lanes}
        onGroup={group}
        onOpen={id =>
          void navigate({
            to: '/board/$boardId/task/$taskId',
            params: { boardId, taskId: id },
            search,
          })
        }
        openTaskId={taskId}
      />
      <Outlet />
      {mayInvite && (
        <AddPeopleDialog
          projectId={board.projectId}
          members={members}
          isOpen={isInviting}
          onClose={invitation.close}
        />
      )}
    </div>
  )
}
