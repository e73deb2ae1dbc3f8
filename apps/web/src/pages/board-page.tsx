import { isLost } from '@atrium/client/api-error'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { fullBoardQuery } from '../data/boards.ts'
import { currentUserQuery } from '../data/current-user.ts'
import { useRememberBoard } from '../data/recent-boards.ts'
import { BoardHeader } from '../features/boards/board-header.tsx'
import { BoardScreen } from '../features/boards/board-screen.tsx'
import { BoardRefusal, BoardSkeleton } from '../features/boards/board-states.tsx'
import { StarButton } from '../features/navigation/star-button.tsx'
import { useTopic } from '../live/live-provider.tsx'
import classes from './board-page.module.css'

export function BoardPage() {
  const { boardId } = useParams({ from: '/board/$boardId' })
  const { taskId } = useParams({ strict: false })
  const filters = useSearch({ from: '/board/$boardId' })
  const navigate = useNavigate({ from: '/board/$boardId' })
  const { data: user } = useQuery(currentUserQuery)
  const { data: board, error, isFetching, refetch } = useQuery(fullBoardQuery(boardId))
  useTopic(`board:${boardId}`, isLost(error) ? undefined : board?.changeId)
  useRememberBoard(board?.id)

  if (!board || !user || isLost(error)) {
    if (error) return <BoardRefusal error={error} onRetry={refetch} isRetrying={isFetching} />
    return <BoardSkeleton />
  }
  return (
    <div className={classes.page}>
      <title>{`${board.name} · Atrium`}</title>
      <BoardHeader board={board} myId={user.id} star={<StarButton boardId={boardId} />} />
      <BoardScreen
        key={board.id}
        board={board}
        user={user}
        filters={filters}
        onFilter={next => void navigate({ to: '.', search: next, replace: true })}
        onOpen={id =>
          void navigate({
            to: '/board/$boardId/task/$taskId',
            params: { boardId, taskId: id },
            search: filters,
          })
        }
        openTaskId={taskId}
      />
      <Outlet />
    </div>
  )
}
