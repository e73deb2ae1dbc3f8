import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import classes from './card-list.module.css'
import type { CardMarks } from './card-marks.ts'
import { CardRow } from './card-row.tsx'
import type { ShownColumn } from './shown-columns.ts'

const USUAL_HEIGHT = 92
const BEYOND_THE_EDGE = 6

interface CardListProps {
  shown: ShownColumn
  marks: CardMarks
  label: string
}

/** Draws only the cards in sight, however many there are. */
export function CardList({ shown: { cards }, marks, label }: CardListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const keptIndexes = useKeptIndexes(cards, marks)
  // The same function while the cards are the same: a new one has all of them measured anew.
  const getItemKey = useCallback((index: number) => cards[index]?.id ?? index, [cards])
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey,
    overscan: BEYOND_THE_EDGE,
    rangeExtractor: keptIndexes,
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
              isOnItsWay={marks.onTheirWay.has(card.id)}
              isTimed={card.id === marks.timedId}
            />
          )
        })}
      </ul>
    </div>
  )
}

/** What has the focus or is being dragged stays in the document even when it is scrolled out of sight. */
function useKeptIndexes(cards: ShownColumn['cards'], { activeId, draggedId }: CardMarks) {
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
