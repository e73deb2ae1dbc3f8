import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import { useEffect, useRef, useState } from 'react'
import { type CardMove, type CardPlace, placeInGap, withCardAt } from '../cards/card-place.ts'
import type { ShownColumn } from '../columns/shown-columns.ts'
import { useMoveAnnouncements } from './announcements.ts'
import { settle } from './card-motion.ts'

interface BoardDrops {
  columns: ShownColumn[]
  moveCard: (move: CardMove) => void
  orderColumns: (ids: number[]) => void
}

/** Handles all drags on the board and reports which card is being dragged. */
export function useBoardDrag(
  { columns, moveCard, orderColumns }: BoardDrops,
  onChange: (id: number | null) => void,
) {
  const announce = useMoveAnnouncements()
  const startDrag = (taskId: number) => {
    announce('pickedUp', columns, taskId)
    onChange(taskId)
  }
  const dropCard = (taskId: number, location: DragLocationHistory) => {
    const place = droppedAt(columns, taskId, location)
    if (!place || isThere(columns, taskId, place)) return announce('putBack', columns, taskId)
    announce('dropped', withCardAt(columns, taskId, place), taskId)
    moveCard({ taskId, ...place })
    settle(taskId)
  }
  const latest = useRef({ columns, startDrag, dropCard, orderColumns, onChange })
  useEffect(() => {
    latest.current = { columns, startDrag, dropCard, orderColumns, onChange }
  })
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => {
          if (source.data.type === 'card') latest.current.startDrag(Number(source.data.taskId))
        },
        onDrop: ({ source, location }) => {
          const { columns, dropCard, orderColumns, onChange } = latest.current
          if (source.data.type === 'card') dropCard(Number(source.data.taskId), location)
          else {
            const order = droppedColumn(columns, Number(source.data.columnId), location)
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

function droppedAt(
  columns: ShownColumn[],
  taskId: number,
  { current }: DragLocationHistory,
): CardPlace | undefined {
  const [target] = current.dropTargets
  const shown = columns.find(({ column }) => column.id === target?.data.columnId)
  if (!target || !shown) return undefined
  return placeInGap(shown, taskId, target.data.index as number | undefined)
}

function isThere(columns: ShownColumn[], taskId: number, place: CardPlace) {
  const cards = columns.find(({ column }) => column.id === place.columnId)?.cards ?? []
  const at = cards.findIndex(({ id }) => id === taskId)
  if (at < 0) return false
  return (
    (cards[at - 1]?.id ?? null) === place.afterTaskId && (cards[at + 1]?.id ?? null) === place.beforeTaskId
  )
}

function droppedColumn(columns: ShownColumn[], columnId: number, { current }: DragLocationHistory) {
  const target = current.dropTargets.find(({ data }) => data.type === 'column')
  if (!target || target.data.columnId === columnId) return undefined
  const ids = columns.map(({ column }) => column.id)
  const others = ids.filter(id => id !== columnId)
  const at = others.indexOf(Number(target.data.columnId))
  const order = others.toSpliced(extractClosestEdge(target.data) === 'right' ? at + 1 : at, 0, columnId)
  return order.every((id, index) => id === ids[index]) ? undefined : order
}
