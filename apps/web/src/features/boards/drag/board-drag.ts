import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import { useLatest } from '@atrium/ui/latest'
import { useEffect, useState } from 'react'
import type { ShownLane } from '../board/board-lanes.ts'
import { type CardMove, type CardPlace, findShownCard, placeInLane, withCardAt } from '../board/card-place.ts'
import { useMoveAnnouncements } from './announcements.ts'
import { settle } from './card-motion.ts'

interface BoardDrops {
  lanes: ShownLane[]
  moveCard: (move: CardMove) => void
  orderColumns: (ids: number[]) => void
}

/** Handles all drags on the board and reports which card is being dragged. */
export function useBoardDrag(
  { lanes, moveCard, orderColumns }: BoardDrops,
  onChange: (id: number | null) => void,
) {
  const announce = useMoveAnnouncements()
  const startDrag = (taskId: number) => {
    announce('pickedUp', lanes, taskId)
    onChange(taskId)
  }
  const dropCard = (taskId: number, location: DragLocationHistory) => {
    const drop = droppedAt(lanes, taskId, location)
    if (!drop || isThere(lanes, taskId, drop.place)) return announce('putBack', lanes, taskId)
    announce('dropped', withCardAt(lanes, taskId, drop.laneKey, drop.place), taskId)
    moveCard({ taskId, ...drop.place })
    settle(taskId)
  }
  const latest = useLatest({ lanes, startDrag, dropCard, orderColumns, onChange })
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => {
          if (source.data.type === 'card') latest.current.startDrag(Number(source.data.taskId))
        },
        onDrop: ({ source, location }) => {
          const { lanes, dropCard, orderColumns, onChange } = latest.current
          if (source.data.type === 'card') dropCard(Number(source.data.taskId), location)
          else {
            const order = droppedColumn(lanes, Number(source.data.columnId), location)
            if (order) orderColumns(order)
          }
          // After the move is applied to the view: otherwise the card would flash at its old place.
          setTimeout(() => onChange(null))
        },
      }),
    [],
  )
}

/** Returns the last value from before the drag, so that nothing moves under the pointer. */
export function useFrozenWhile<T>(isFrozen: boolean, value: T): T {
  const [last, setLast] = useState(value)
  if (!isFrozen && last !== value) setLast(value)
  return isFrozen ? last : value
}

/** A target that names no lane or no column leaves the card in its own. */
function droppedAt(lanes: ShownLane[], taskId: number, { current }: DragLocationHistory) {
  const found = findShownCard(lanes, taskId)
  const [target] = current.dropTargets
  if (!found || !target) return undefined
  const { laneKey = found.lane.key, columnId = found.card.columnId, index } = target.data
  const lane = lanes.find(({ key }) => key === laneKey)
  const shown = lane?.cells.find(({ column }) => column.id === columnId)
  const place = lane && shown && placeInLane(lane, shown, found, index as number | undefined)
  return place && { laneKey: lane.key, place }
}

function isThere(lanes: ShownLane[], taskId: number, place: CardPlace) {
  const found = findShownCard(lanes, taskId)
  if (!found || place.lane || found.card.columnId !== place.columnId) return false
  const { cards } = found.shown
  const neighbors = [cards[found.index - 1]?.id ?? null, cards[found.index + 1]?.id ?? null]
  return neighbors[0] === place.afterTaskId && neighbors[1] === place.beforeTaskId
}

function droppedColumn(lanes: ShownLane[], columnId: number, { current }: DragLocationHistory) {
  const target = current.dropTargets.find(({ data }) => data.type === 'column')
  if (!target || target.data.columnId === columnId) return undefined
  const ids = lanes[0]?.cells.map(({ column }) => column.id) ?? []
  const others = ids.filter(id => id !== columnId)
  const at = others.indexOf(Number(target.data.columnId))
  const order = others.toSpliced(extractClosestEdge(target.data) === 'right' ? at + 1 : at, 0, columnId)
  return order.every((id, index) => id === ids[index]) ? undefined : order
}
