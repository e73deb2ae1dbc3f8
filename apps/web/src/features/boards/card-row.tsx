import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { BoardCard, type BoardCardProps } from './board-card.tsx'
import classes from './card-row.module.css'

interface CardRowProps extends BoardCardProps {
  index: number
  start: number
  count: number
  measure: (element: Element | null) => void
}

/** A card's place in the list, with the gap below it: a drop always falls on one or the other. */
export const CardRow = memo(function CardRow({ index, start, count, measure, ...props }: CardRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const edge = useDropEdge(row, props.card)
  // One function for ever: a new one would have the row measured anew whenever the list moves.
  const attach = useCallback(
    (element: HTMLLIElement | null) => {
      row.current = element
      measure(element)
    },
    [measure],
  )
  return (
    <li
      ref={attach}
      className={classes.row}
      data-index={index}
      data-edge={edge ?? undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      <BoardCard {...props} />
    </li>
  )
})

function useDropEdge(row: { current: HTMLLIElement | null }, { id, columnId }: Card) {
  const [edge, setEdge] = useState<string | null>(null)
  useEffect(() => {
    const element = row.current
    if (!element) return
    const leave = () => setEdge(null)
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.type === 'card',
      getData: ({ input }) =>
        attachClosestEdge(
          { type: 'card', taskId: id, columnId },
          { element, input, allowedEdges: ['top', 'bottom'] },
        ),
      onDrag: ({ self, source }) => setEdge(source.data.taskId === id ? null : extractClosestEdge(self.data)),
      onDragLeave: leave,
      onDrop: leave,
    })
  }, [row, id, columnId])
  return edge
}
