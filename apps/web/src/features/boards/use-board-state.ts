import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { useDeferredValue, useMemo, useState } from 'react'
import type { BoardFilters } from '../../data/search-params.ts'
import { useToday } from '../../data/user-settings.ts'
import { cardFilter } from './card-filters.ts'
import { type CardMove, withMoves } from './card-place.ts'
import { usePendingMoves } from './move-card.queries.ts'
import { shownColumns } from './shown-columns.ts'
import { useHeldWhile } from './use-board-drag.ts'

export interface LiftedCard {
  taskId: number
  move: CardMove | null
}

/** What the server has, with what is on its way there, without what the filters hide. */
export function useBoardState(board: FullBoard, filters: BoardFilters, myId: number) {
  const pendingMoves = usePendingMoves(board.id)
  const [lifted, setLifted] = useState<LiftedCard | null>(null)
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const calmFilters = useDeferredValue(filters)

  const moves = useMemo(
    () => (lifted?.move ? [...pendingMoves, lifted.move] : pendingMoves),
    [pendingMoves, lifted],
  )
  const moved = useMemo(() => withMoves(board, moves), [board, moves])
  const view = useHeldWhile(draggedId !== null, moved)
  const today = useToday()
  const isWanted = useMemo(() => cardFilter(calmFilters, myId, today), [calmFilters, myId, today])
  const columns = useMemo(() => shownColumns(view, isWanted, unfolded), [view, isWanted, unfolded])
  const onTheirWay = useMemo(() => new Set(pendingMoves.map(({ taskId }) => taskId)), [pendingMoves])

  return {
    view,
    columns,
    onTheirWay,
    lifted,
    setLifted,
    draggedId,
    setDraggedId,
    unfold: (columnId: number) => setUnfolded(now => new Set([...now, columnId])),
  }
}
