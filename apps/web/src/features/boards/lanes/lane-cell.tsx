import { IconPlus } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../board/board-context.ts'
import type { ShownLane } from '../board/board-lanes.ts'
import { accepts } from '../board/card-place.ts'
import type { ShownColumn } from '../board/shown-columns.ts'
import { CardList, type CardMarks, type OuterScroller } from '../cards/card-list.tsx'
import type { UnsavedCard } from '../cards/new-card.queries.ts'
import { QuickAdd, UnsavedCards } from '../cards/new-card.tsx'
import { useCardTarget } from '../drag/cell-drag.ts'
import classes from './lane-board.module.css'

/** Where a new card is being typed. */
export interface Adding {
  columnId: number
  laneKey: string
  end: 'top' | 'bottom'
}

interface LaneCellProps {
  lane: ShownLane
  shown: ShownColumn
  marks: CardMarks
  unsaved: UnsavedCard[]
  adding: Adding['end'] | null
  onAdd: (adding: Adding | null) => void
  outer: OuterScroller
}

/** The cards of a column in a lane. */
export const LaneCell = memo(function LaneCell(props: LaneCellProps) {
  const { lane, shown, marks, unsaved, adding, onAdd, outer } = props
  const { column } = shown
  const { t } = useTranslation()
  const { mayWrite } = useBoard()
  const cell = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const indexAt = useRef<((clientY: number) => number) | null>(null)
  const isDragging = marks.draggedId !== null
  const target = {
    laneKey: lane.key,
    columnId: column.id,
    accepts: useAccepts(lane),
    indexAt,
  }
  const over = useCardTarget(cell, target, isDragging)
  const above = unsaved.filter(({ card }) => card.atTop)
  const offset = useListOffset(cell, `${adding} ${above.length}`)
  const scroller = useMemo(() => ({ ...outer, offset: outer.offset + offset }), [outer, offset])

  const leave = () => onAdd(null)
  const close = () => {
    // Synchronously, so that the button exists when it gets the focus.
    flushSync(leave)
    addButton.current?.focus()
  }
  const quickAdd = (end: Adding['end']) =>
    adding === end && (
      <QuickAdd columnId={column.id} end={end} preset={lane.changes} onEscape={close} onLeave={leave} />
    )
  const names = { column: column.title, lane: lane.name }
  return (
    <div
      ref={cell}
      className={classes.cell}
      data-column={column.id}
      data-over={over ? true : undefined}
      data-collapsed={shown.isCollapsed || undefined}
    >
      {!shown.isCollapsed && (
        <>
          {quickAdd('top')}
          <UnsavedCards cards={above} />
          <CardList
            shown={shown}
            marks={marks}
            label={t('lanes.tasks', names)}
            outer={scroller}
            gap={isDragging ? over?.gap : undefined}
            indexAt={indexAt}
          />
          <UnsavedCards cards={unsaved.filter(({ card }) => !card.atTop)} />
          {quickAdd('bottom')}
          {mayWrite && lane.changes && adding !== 'bottom' && (
            <Button
              ref={addButton}
              className={classes.add}
              variant="subtle"
              color="gray"
              c="dimmed"
              fw={500}
              size="compact-sm"
              justify="flex-start"
              leftSection={<IconPlus size={15} stroke={1.75} />}
              aria-label={t('lanes.addTo', names)}
              onClick={() => onAdd({ columnId: column.id, laneKey: lane.key, end: 'bottom' })}
            >
              {t('boards.quickAdd.open')}
            </Button>
          )}
        </>
      )}
    </div>
  )
})

/** Whether a card can be dropped into the lane: its own cards always can. */
export function useAccepts(lane: ShownLane) {
  return useCallback(
    (taskId: number) =>
      accepts(lane, { id: taskId }) || lane.cells.some(({ cards }) => cards.some(({ id }) => id === taskId)),
    [lane],
  )
}

/** How far the list is below the top of its lane; `above` changes with what is above it. */
function useListOffset(cell: { current: HTMLElement | null }, above: string) {
  const [offset, setOffset] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured only when something above may have changed
  useLayoutEffect(() => {
    const list = cell.current?.querySelector(':scope > ul')
    const lane = cell.current?.closest('[data-lane]')
    if (list && lane) setOffset(list.getBoundingClientRect().top - lane.getBoundingClientRect().top)
  }, [cell, above])
  return offset
}
