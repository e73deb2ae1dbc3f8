import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject, useCallback, useEffect, useRef } from 'react'
import type { ShownColumn } from '../board/shown-columns.ts'
import type { CardGap } from '../drag/drag-elements.ts'
import { gapIndexAt, ROW_GAP, rowShift } from '../drag/gap.ts'
import { focusCard, type WantedCard } from '../keyboard/active-card.ts'
import { BoardCard, type BoardCardProps } from './card.tsx'
import classes from './card-list.module.css'

const ESTIMATED_HEIGHT = 92
const OVERSCAN = 6

/** Room for the focus ring, which the list would clip. */
const PADDING = 4

/** The list scrolls with others. */
export interface OuterScroller {
  element: RefObject<HTMLDivElement | null>
  /** Where the list is in it, about. */
  offset: number
  /** What covers the upper edge. */
  padding: number
  /** Whether it keeps what is on the screen in its place while cards above are measured; one of the lists does. */
  isLeading: boolean
}

const inOwnScroller = { offset: 0, padding: 0 }

interface CardListProps {
  shown: Pick<ShownColumn, 'cards'>
  marks: CardMarks
  label: string
  /** Without one, the list is a scroller of its own. */
  outer?: OuterScroller
  /** Where a dragged card would be dropped. */
  gap: CardGap | undefined
  /** Set by the list: the index of the gap at a height on the screen. */
  indexAt: RefObject<((clientY: number) => number) | null>
}

/** Renders only the visible cards. */
export function CardList({ shown: { cards }, marks, label, outer, gap, indexAt }: CardListProps) {
  const own = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const scroller = outer?.element ?? own
  const { offset: scrollMargin, padding } = outer ?? inOwnScroller
  const rangeExtractor = useRangeExtractor(cards, marks)
  // A new function makes the virtualizer measure all cards again.
  const getItemKey = useCallback((index: number) => cards[index]?.id ?? index, [cards])
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    // A list that appears while others are scrolled starts there.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    estimateSize: () => ESTIMATED_HEIGHT,
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor,
    paddingStart: PADDING,
    paddingEnd: PADDING,
    scrollMargin,
    scrollPaddingStart: 2 * PADDING + padding,
    scrollPaddingEnd: 2 * PADDING,
    useFlushSync: false,
  })
  if (outer && !outer.isLeading) virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false
  const rows = virtualizer.measurementsCache
  const dragged = marks.draggedId === null ? undefined : rows[indexOf(cards, marks.draggedId)]
  const opened = gap && { index: gap.index, size: gap.height + ROW_GAP }
  const contentSize = virtualizer.getTotalSize()

  useScrollTo(virtualizer, list, cards, marks.wanted)
  useEffect(() => {
    if (!own.current) return
    return autoScrollForElements({
      element: own.current,
      canScroll: ({ source }) => source.data.type === 'card',
    })
  }, [])
  useGapIndex(indexAt, virtualizer, { own, list })

  // The lanes below must not move under the pointer when the card leaves its own.
  const left = outer && !opened ? 0 : (dragged?.size ?? 0)
  const next = opened && rows[opened.index]
  const gapTop = next ? next.start - scrollMargin : contentSize - PADDING
  const cardList = (
    <ul
      ref={list}
      className={classes.list}
      style={{ height: contentSize + (opened?.size ?? 0) - left }}
      aria-label={label}
      data-arranging={marks.draggedId !== null || marks.liftedId !== null || undefined}
    >
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const card = cards[index]
        if (!card) return null
        return (
          <CardRow
            key={key}
            index={index}
            start={start - scrollMargin + (index === dragged?.index ? 0 : rowShift(index, dragged, opened))}
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
      {opened && (
        <li
          aria-hidden="true"
          className={classes.gap}
          data-gap={opened.index}
          style={{
            height: gap.height,
            transform: `translateY(${gapTop + rowShift(opened.index, dragged, undefined)}px)`,
          }}
        />
      )}
    </ul>
  )
  if (outer) return cardList
  return (
    <div ref={own} className={classes.scroller}>
      {cardList}
    </div>
  )
}

interface ListElements {
  own: RefObject<HTMLDivElement | null>
  list: RefObject<HTMLUListElement | null>
}

/** Tells which gap is at a height on the screen. */
function useGapIndex(
  indexAt: CardListProps['indexAt'],
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { own, list }: ListElements,
) {
  useEffect(() => {
    indexAt.current = clientY => {
      if (!list.current) return 0
      // Above what is visible, the first visible card counts.
      const visible = Math.max(clientY, own.current?.getBoundingClientRect().top ?? 0)
      const { top } = list.current.getBoundingClientRect()
      const offset = Math.max(visible - top, 0) + virtualizer.options.scrollMargin
      return gapIndexAt(virtualizer.getVirtualItemForOffset(offset), offset)
    }
    return () => {
      indexAt.current = null
    }
  }, [indexAt, virtualizer, own, list])
}

/** Scrolls a card that was moved or focused into view, in its column and on the board. */
function useScrollTo(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  list: RefObject<HTMLElement | null>,
  cards: Card[],
  wanted: WantedCard | null,
) {
  const at = wanted ? indexOf(cards, wanted.id) : -1
  useEffect(() => {
    if (!wanted || at < 0) return
    virtualizer.scrollToIndex(at, { align: 'auto' })
    // Only sideways: a cell can be taller than the screen.
    const column = list.current?.closest('[data-column]')
    const board = column?.closest('[data-board]')
    if (column && board) board.scrollLeft += overhang(column, board)
  }, [wanted, at, virtualizer, list])

  // The cards of a column that has just been expanded are rendered after the focus was requested.
  const isRendered = virtualizer.getVirtualItems().some(({ index }) => index === at)
  useEffect(() => {
    if (wanted?.isFocused && isRendered && document.activeElement === document.body) focusCard(wanted.id)
  }, [wanted, isRendered])
}

/** How far the element sticks out of its scroller, at the left or at the right. */
function overhang(element: Element, scroller: Element) {
  const [inner, outer] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()]
  if (inner.left < outer.left) return inner.left - outer.left
  return Math.min(Math.max(inner.right - outer.right, 0), inner.left - outer.left)
}

/** Keeps the focused and the dragged card in the document when they are scrolled out of view. */
function useRangeExtractor(cards: ShownColumn['cards'], { activeId, draggedId }: CardMarks) {
  const [active, dragged] = [indexOf(cards, activeId), indexOf(cards, draggedId)]
  return useCallback(
    (range: Range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      for (const index of [active, dragged]) if (index >= 0 && index < range.count) indexes.add(index)
      return [...indexes].sort((one, other) => one - other)
    },
    [active, dragged],
  )
}

function indexOf(cards: Card[], id: number | null) {
  return id === null ? -1 : cards.findIndex(card => card.id === id)
}

interface CardRowProps extends BoardCardProps {
  index: number
  start: number
  count: number
  measure: (element: Element | null) => void
}

/** During a drag, rows shift without rendering their cards. */
const CardOfRow = memo(BoardCard)

/** A card with the space below it. */
const CardRow = memo(function CardRow({ index, start, count, measure, ...props }: CardRowProps) {
  return (
    <li
      ref={measure}
      className={classes.row}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      <CardOfRow {...props} />
    </li>
  )
})

/** Which cards of the board are in a special state. */
export interface CardMarks {
  activeId: number | null
  liftedId: number | null
  draggedId: number | null
  wanted: WantedCard | null
  timedId: number | null
  movingIds: ReadonlySet<number>
}
