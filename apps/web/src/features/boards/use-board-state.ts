import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useToday } from '../../data/account/user-settings.ts'
import { withArchivedTasks } from '../../data/boards/board-cache.ts'
import { useCycles } from '../../data/planning/cycles.ts'
import { projectQuery } from '../../data/projects/projects.ts'
import type { BoardFilters } from '../../data/search-params.ts'
import { tasksQuery } from '../../data/tasks/tasks.ts'
import { type CardMove, withMoves } from './board/card-place.ts'
import { shownColumns } from './board/shown-columns.ts'
import { usePendingMoves } from './cards/move-card.queries.ts'
import { useCollapsedColumns } from './columns/collapsed-columns.ts'
import { useFrozenWhile } from './drag/board-drag.ts'
import { slide } from './drag/card-motion.ts'
import { cardFilter } from './filters/card-filters.ts'
import type { LiftedCard } from './keyboard/card-shortcuts.ts'
import { useLanes } from './lanes/use-lanes.ts'

interface BoardStateInput {
  filters: BoardFilters
  /** What the board is grouped by. */
  lanesName: string | undefined
  myId: number
}

/** The board of the server with pending moves, without the cards that the filters hide, in its lanes. */
export function useBoardState(board: FullBoard, { filters, lanesName, myId }: BoardStateInput) {
  const pendingMoves = usePendingMoves(board.id)
  const [lifted, setLifted] = useState<LiftedCard | null>(null)
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const { collapsed, collapse, expand } = useCollapsedColumns(board.id, myId)
  const deferredFilters = useDeferredValue(filters)
  const { data: project } = useQuery(projectQuery(board.projectId))
  const projectKey = project?.key ?? null

  const moves = useMemo(
    () => (lifted?.move ? [...pendingMoves, lifted.move] : pendingMoves),
    [pendingMoves, lifted],
  )
  const moved = useMemo(() => withMoves(board, moves), [board, moves])
  const archived = useArchivedTasks(board.id, filters.archived !== undefined)
  const whole = useMemo(() => withArchivedTasks(moved, archived), [moved, archived])
  const view = useFrozenWhile(draggedId !== null, whole)
  const today = useToday()
  const cycles = useCycles(board.projectId, deferredFilters.cycle !== undefined)
  const matchesFilters = useMemo(
    () => cardFilter(deferredFilters, { myId, today, projectKey, cycles }),
    [deferredFilters, myId, today, projectKey, cycles],
  )
  const columns = useMemo(
    () => shownColumns(view, matchesFilters, { unfolded, collapsed }),
    [view, matchesFilters, unfolded, collapsed],
  )
  const movingIds = useMemo(() => new Set(pendingMoves.map(({ taskId }) => taskId)), [pendingMoves])
  const {
    expand: expandLane,
    toggle: toggleLane,
    ...lanes
  } = useLanes({
    board,
    columns,
    name: lanesName,
    isFiltered: matchesFilters !== undefined,
    liftedId: lifted?.taskId,
    myId,
  })
  const unfold = useCallback((columnId: number) => setUnfolded(now => new Set([...now, columnId])), [])

  return {
    view,
    columns,
    ...lanes,
    movingIds,
    lifted,
    setLifted,
    draggedId,
    setDraggedId,
    collapse,
    expand,
    expandLane,
    toggleLane,
    unfold,
  }
}

const noTasks: Task[] = []
const MAX_ARCHIVED = 1000

/** The archived tasks of a board, the latest first. They are no part of what is kept of a board. */
function useArchivedTasks(boardId: number, isShown: boolean) {
  const filters = {
    boardId: String(boardId),
    archived: true,
    orderBy: '-completedAt',
    limit: MAX_ARCHIVED,
  } as const
  const { data } = useQuery({ ...tasksQuery(filters), placeholderData: undefined, enabled: isShown })
  return isShown ? (data?.items ?? noTasks) : noTasks
}

interface MoveEffects {
  draggedId: number | null
  expand: (columnId: number) => void
  reveal: (taskId: number) => void
}

/** A card that is moved without dragging slides to its new place, and its column expands. */
export function useVisibleMoves(send: (move: CardMove) => void, { draggedId, expand, reveal }: MoveEffects) {
  return useCallback(
    (move: CardMove) => {
      if (draggedId === null) {
        slide(move.taskId)
        expand(move.columnId)
      }
      send(move)
      reveal(move.taskId)
    },
    [send, draggedId, expand, reveal],
  )
}
