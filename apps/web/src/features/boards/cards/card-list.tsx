import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import type { ShownColumn } from '../columns/shown-columns.ts'
import { BoardCard, type BoardCardProps } from './card.tsx'
import classes from './card-list.module.css'

const ESTIMATED_HEIGHT = 92
const OVERSCAN = 6

interface CardListProps {
  shown: ShownColumn
  marks: CardMarks
  label: string
}

/** Renders only the visible cards. */
export function CardList({ shown: { cards }, marks, label }: CardListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rangeExtractor = useRangeExtractor(cards, marks)
  // A new function makes the virtualizer measure all cards again.
  const getItemKey = useCallback((index: number) => cards[index]?.id ?? index, [cards])
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_HEIGHT,
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor,
    useFlushSync: false,
  })

  useEffect(() => {
    if (!scroller.current) return
    return autoScrollForElements({
      element: scroller.current,
      canScroll: ({ source }) => source.data.type === 'card',
    })
  }, [])

  return (
    <div ref={scroller} className={classes.scroller}>
      <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }} aria-label={label}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const card = cards[index]
          if (!card) return null
          return (
            <CardRow
              key={key}
              index={index}
              start={start}
              count={cards.length}
              measure={virtualizer.measureElement}
              card={card}
              isActive={card.id === marks.activeId}
              isLifted={card.id === marks.liftedId}
              isMoving={marks.movingIds.has(card.id)}
              isTimed={card.id === marks.timedId}
            />
          )
        })}
      </ul>
    </div>
  )
}

/** Keeps the focused and the dragged card in the document when they are scrolled out of view. */
function useRangeExtractor(cards: ShownColumn['cards'], { activeId, draggedId }: CardMarks) {
  const indexOf = (id: number | null) => (id === null ? -1 : cards.findIndex(card => card.id === id))
  const [active, dragged] = [indexOf(activeId), indexOf(draggedId)]
  return useCallback(
    (range: Range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      for (const index of [active, dragged]) if (index >= 0 && index < range.count) indexes.add(index)
      return [...indexes].sort((one, other) => one - other)
    },
    [active, dragged],
  )
}

interface CardRowProps extends BoardCardProps {
  index: number
  start: number
  count: number
  measure: (element: Element | null) => void
}

/** A card with the gap below it, so that every drop hits a row. */
const CardRow = memo(function CardRow({ index, start, count, measure, ...props }: CardRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const edge = useDropEdge(row, props.card)
  // A new function on every render would make the virtualizer measure the row again.
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

/** Which cards of the board are in a special state. */
export interface CardMarks {
  activeId: number | null
  liftedId: number | null
  draggedId: number | null
  timedId: number | null
  movingIds: ReadonlySet<number>
}
