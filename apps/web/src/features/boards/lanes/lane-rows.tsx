import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject, useCallback, useEffect, useId, useMemo } from 'react'
import type { ShownLane } from '../board/board-lanes.ts'
import { findShownCard } from '../board/card-place.ts'
import type { CardMarks } from '../cards/card-list.tsx'
import type { UnsavedCard } from '../cards/new-card.queries.ts'
import classes from './lane-board.module.css'
import { type Adding, LaneCell } from './lane-cell.tsx'
import { LaneHeader } from './lane-header.tsx'

const HEADER_HEIGHT = 44
const CARD_HEIGHT = 92
/** What a cell has besides its cards. */
const CELL_HEIGHT = 48
const OVERSCAN = 1

export interface LaneRowsProps {
  lanes: ShownLane[]
  marks: CardMarks
  unsaved: UnsavedCard[]
  /** The lane of a card that is not saved yet. */
  laneOf: (unsaved: UnsavedCard) => string
  adding: Adding | null
  onAdd: (adding: Adding | null) => void
  onToggle: (key: string) => void
}

interface Scroller {
  scroller: RefObject<HTMLDivElement | null>
  /** The height of what stays at the top of the scroller, above the lanes. */
  top: number
  /** The only column that is shown; without one, all of them side by side. */
  columnId?: number
}

/** Renders only the visible lanes, and of those only the visible cards. */
export function LaneRows({ scroller, top, columnId, lanes, marks, ...props }: LaneRowsProps & Scroller) {
  const shown = useMemo(
    () => lanes.map(lane => ({ lane, cells: cellsOf(lane, columnId) })),
    [lanes, columnId],
  )
  const estimateSize = useCallback(
    (index: number) => {
      const { lane, cells } = shown[index] ?? {}
      if (!lane || !cells || lane.isCollapsed) return HEADER_HEIGHT
      const longest = Math.max(0, ...cells.map(({ cards }) => cards.length))
      return HEADER_HEIGHT + CELL_HEIGHT + longest * CARD_HEIGHT
    },
    [shown],
  )
  const getItemKey = useCallback((index: number) => shown[index]?.lane.key ?? index, [shown])
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: top,
    rangeExtractor: useRangeExtractor(lanes, marks),
    useFlushSync: false,
  })
  // A lane that is on the screen grows at its end.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ end }, _delta, { scrollOffset }) =>
    end <= (scrollOffset ?? 0) + top

  const { wanted } = marks
  const wantedAt = wanted ? laneIndexOf(lanes, wanted.id) : -1
  const isRendered = virtualizer.getVirtualItems().some(({ index }) => index === wantedAt)
  useEffect(() => {
    if (wantedAt >= 0 && !isRendered) virtualizer.scrollToIndex(wantedAt, { align: 'auto' })
  }, [wantedAt, isRendered, virtualizer])

  return (
    <div className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const row = shown[index]
        if (!row) return null
        return (
          <LaneRow
            key={key}
            index={index}
            measure={virtualizer.measureElement}
            scroller={scroller}
            top={top}
            start={start}
            {...row}
            marks={marks}
            {...props}
          />
        )
      })}
    </div>
  )
}

function cellsOf({ cells }: ShownLane, columnId: number | undefined) {
  return columnId === undefined ? cells : cells.filter(({ column }) => column.id === columnId)
}

function laneIndexOf(lanes: ShownLane[], taskId: number | null) {
  const found = taskId === null ? undefined : findShownCard(lanes, taskId)
  return found ? lanes.indexOf(found.lane) : -1
}

/** Keeps the lanes of the focused and the dragged card in the document when they are scrolled out of view. */
function useRangeExtractor(lanes: ShownLane[], { activeId, draggedId }: CardMarks) {
  const active = useMemo(() => laneIndexOf(lanes, activeId), [lanes, activeId])
  const dragged = useMemo(() => laneIndexOf(lanes, draggedId), [lanes, draggedId])
  return useCallback(
    (range: Range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      for (const index of [active, dragged]) if (index >= 0 && index < range.count) indexes.add(index)
      return [...indexes].sort((one, other) => one - other)
    },
    [active, dragged],
  )
}

interface LaneRowProps extends Omit<LaneRowsProps, 'lanes'> {
  lane: ShownLane
  cells: ShownLane['cells']
  index: number
  start: number
  top: number
  scroller: RefObject<HTMLDivElement | null>
  measure: (element: Element | null) => void
}

const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const {
    lane,
    cells,
    index,
    start,
    top,
    scroller,
    measure,
    marks,
    unsaved,
    laneOf,
    adding,
    onAdd,
    onToggle,
  } = props
  const titleId = useId()
  const mine = unsaved.filter(each => laneOf(each) === lane.key)
  const longest = cells.reduce((most, { cards }) => Math.max(most, cards.length), 0)
  const leading = cells.findIndex(({ cards }) => cards.length === longest)
  const outer = useOuterScrollers({ scroller, top, start, count: cells.length, leading })
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of form fields
    <div
      ref={measure}
      role="group"
      aria-labelledby={titleId}
      className={classes.lane}
      data-index={index}
      data-lane={lane.key}
      style={{ top: start - top }}
    >
      <LaneHeader
        lane={lane}
        cells={cells}
        titleId={titleId}
        isDragging={marks.draggedId !== null}
        onToggle={onToggle}
      />
      {!lane.isCollapsed && (
        <div className={classes.cells}>
          {cells.map((shown, at) => {
            const { id } = shown.column
            const isHere = adding?.laneKey === lane.key && adding.columnId === id
            return (
              <LaneCell
                key={id}
                lane={lane}
                shown={shown}
                marks={marks}
                unsaved={mine.filter(({ card }) => card.columnId === id)}
                adding={isHere ? adding.end : null}
                onAdd={onAdd}
                outer={outer[at] ?? { element: scroller, offset: start, padding: top, isLeading: false }}
              />
            )
          })}
        </div>
      )}
    </div>
  )
})

interface OuterInput {
  scroller: RefObject<HTMLDivElement | null>
  top: number
  start: number
  count: number
  leading: number
}

/** The header of the lane stays visible below that of the columns. */
function useOuterScrollers({ scroller, top, start, count, leading }: OuterInput) {
  return useMemo(
    () =>
      Array.from({ length: count }, (_, at) => ({
        element: scroller,
        offset: start,
        padding: top + HEADER_HEIGHT,
        isLeading: at === leading,
      })),
    [scroller, top, start, count, leading],
  )
}
