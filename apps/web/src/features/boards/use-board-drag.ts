import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import { useEffect, useRef, useState } from 'react'
import { type CardMove, type CardPlace, placeAt } from './card-place.ts'
import { withCardAt } from './card-steps.ts'
import type { ShownColumn } from './shown-columns.ts'
import { useSaidMoves } from './use-said-moves.ts'

interface Drops {
  columns: ShownColumn[]
  moveCard: (move: CardMove) => void
  orderColumns: (ids: number[]) => void
}

/** Listens to all drags of the board; answers the card that is being dragged. */
export function useBoardDrag(
  { columns, moveCard, orderColumns }: Drops,
  onChange: (id: number | null) => void,
) {
  const { sayPickedUp, sayDropped, sayPutBack } = useSaidMoves()
  const takeUp = (taskId: number) => {
    sayPickedUp(columns, taskId)
    onChange(taskId)
  }
  const putDown = (taskId: number, location: DragLocationHistory) => {
    const place = droppedAt(columns, taskId, location)
    if (!place || isThere(columns, taskId, place)) return sayPutBack(columns, taskId)
    sayDropped(withCardAt(columns, taskId, place), taskId)
    moveCard({ taskId, ...place })
    setTimeout(() => requestAnimationFrame(() => bringIntoSight(taskId)))
  }
  const latest = useRef({ columns, takeUp, putDown, orderColumns, onChange })
  useEffect(() => {
    latest.current = { columns, takeUp, putDown, orderColumns, onChange }
  })
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => {
          if (source.data.type === 'card') latest.current.takeUp(Number(source.data.taskId))
        },
        onDrop: ({ source, location }) => {
          const { columns, putDown, orderColumns, onChange } = latest.current
          if (source.data.type === 'card') putDown(Number(source.data.taskId), location)
          else {
            const order = droppedColumn(columns, Number(source.data.columnId), location)
            if (order) orderColumns(order)
          }
          // After the move is known to the view: otherwise the card is seen once more where it came from.
          setTimeout(() => onChange(null))
        },
      }),
    [],
  )
}

/** While something is held, the value stays as it was: nothing moves under the pointer. */
export function useHeldWhile<T>(isHeld: boolean, value: T): T {
  const [held, setHeld] = useState(value)
  if (!isHeld && held !== value) setHeld(value)
  return isHeld ? held : value
}

/** On a phone one column is seen at a time: the one with the card in it. */
function bringIntoSight(taskId: number) {
  document.querySelector(`[data-card="${taskId}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function droppedAt(
  columns: ShownColumn[],
  taskId: number,
  { current }: DragLocationHistory,
): CardPlace | undefined {
  const [target] = current.dropTargets
  const shown = columns.find(({ column }) => column.id === target?.data.columnId)
  if (!target || !shown) return undefined
  const others = shown.cards.filter(({ id }) => id !== taskId)
  if (target.data.type !== 'card') return placeAt(shown.column.id, others, others.length)
  if (target.data.taskId === taskId) return undefined
  const at = others.findIndex(({ id }) => id === target.data.taskId)
  const index = extractClosestEdge(target.data) === 'bottom' ? at + 1 : at
  return placeAt(shown.column.id, others, index)
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
