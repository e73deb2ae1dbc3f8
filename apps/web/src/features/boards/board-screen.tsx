import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { useUndoShortcut } from '@atrium/ui/shortcuts/undo-shortcut'
import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  type FocusEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardFilters } from '../../data/search-params.ts'
import { useOrderColumns } from './board/board.queries.ts'
import { BoardContext, useBoard, useBoardContext } from './board/board-context.ts'
import { findShownCard } from './board/card-place.ts'
import { useCardPopups } from './board/use-card-popups.ts'
import classes from './board-screen.module.css'
import { type CardTools, useCardTools } from './card-fields/card-tools.tsx'
import { keyHelpId } from './cards/card.tsx'
import { useMoveCard } from './cards/move-card.queries.ts'
import { useUnsavedCards } from './cards/new-card.queries.ts'
import { AddColumn, BoardColumn } from './columns/column.tsx'
import { useBoardDrag } from './drag/board-drag.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import { useActiveCard, useFocusAfterPanel } from './keyboard/active-card.ts'
import { useCardShortcuts } from './keyboard/card-shortcuts.ts'
import type { Adding } from './lanes/lane-cell.tsx'
import { LaneMenu } from './lanes/lane-menu.tsx'
import { useLaneOfUnsaved } from './lanes/use-lanes.ts'
import { useBoardState, useVisibleMoves } from './use-board-state.ts'

const LaneBoard = lazy(async () => ({ default: (await import('./lanes/lane-board.tsx')).LaneBoard }))

interface BoardScreenProps {
  board: FullBoard
  user: CurrentUser
  filters: BoardFilters
  onFilter: (filters: BoardFilters) => void
  /** What the board is grouped by. */
  lanesName: string | undefined
  onGroup: (lanesName: string | undefined) => void
  onOpen: (taskId: number) => void
  /** The task whose panel is open. */
  openTaskId: number | undefined
}

/** Everything below the board's header: filters, columns, lanes, cards, drag and drop, keyboard shortcuts. */
export function BoardScreen(props: BoardScreenProps) {
  const { board, user, filters, onFilter, lanesName, onGroup, onOpen, openTaskId } = props
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const state = useBoardState(board, { filters, lanesName, myId: user.id })
  const { view, columns, grouping, lanes, lifted, setLifted, draggedId } = state
  const { activeId, wanted, focus, focusNeighbor, reveal, onFocused } = useActiveCard(lanes)
  const moveCard = useVisibleMoves(useMoveCard(board.id), { ...state, reveal })
  const order = useOrderColumns(board.id)
  const unsaved = useUnsavedCards(board.id)
  const laneOf = useLaneOfUnsaved(grouping, lanes)
  const [adding, setAdding] = useState<Adding | null>(null)
  const popups = useCardPopups(focus)
  const context = useBoardContext(view, user.id, { ...popups, reveal })
  const tools = useCardTools({
    board: view,
    lanes,
    context,
    popups,
    isLifted: lifted !== null,
    moveCard,
    focusNeighbor,
    onOpen,
  })

  useFocusAfterPanel(openTaskId, focus)
  useBoardDrag({ lanes, moveCard, orderColumns: order.mutate }, state.setDraggedId)
  useCardShortcuts({
    lanes,
    lifted,
    mayWrite: context.mayWrite,
    focus,
    lift: setLifted,
    moveCard,
    expand: state.expand,
    expandLane: state.expandLane,
  })
  const active = activeId === null ? undefined : findShownCard(lanes, activeId)
  const activeLane = active?.lane.changes ? active.lane.key : undefined
  const firstLane = lanes.find(({ isCollapsed, changes }) => !isCollapsed && changes)?.key
  const laneKey = activeLane ?? firstLane ?? ''
  const add = useCallback(
    (columnId: number, end: Adding['end'] | null) => setAdding(end && { columnId, laneKey, end }),
    [laneKey],
  )
  const addHere = () => {
    const here = active?.shown.column ?? columns.find(({ isCollapsed }) => !isCollapsed)?.column
    if (here && context.mayWrite) add(here.id, 'top')
  }
  const title = t('boards.keys.onBoard')
  useShortcuts([{ keys: 'n', description: t('boards.keys.list.add'), run: addHere }], { title })
  useUndoShortcut(title)

  const marks = useMemo(
    () => ({
      activeId,
      liftedId: lifted?.taskId ?? null,
      draggedId,
      wanted,
      timedId: tools.timedId,
      movingIds: state.movingIds,
    }),
    [activeId, lifted, draggedId, wanted, tools.timedId, state.movingIds],
  )
  const columnActions = {
    unsaved,
    onUnfold: state.unfold,
    onCollapse: state.collapse,
    onExpand: state.expand,
  }

  return (
    <BoardContext value={context}>
      <FilterBar columns={columns} filters={filters} onFilter={onFilter}>
        <LaneMenu
          customFields={board.customFields}
          name={lanesName}
          onChange={onGroup}
          onCollapseAll={() => state.collapseAll(lanes.map(({ key }) => key))}
          onExpandAll={() => state.collapseAll([])}
        />
      </FilterBar>
      {view.columns.every(({ taskCount }) => taskCount === 0) && <EmptyBoard />}
      <BoardColumns
        scroller={scroller}
        hasLanes={grouping !== undefined && !isPhone}
        isDragging={draggedId !== null}
        onCardFocus={onFocused}
        onPointerDown={() => lifted && setLifted(null)}
        events={tools.events}
      >
        {grouping ? (
          <Suspense>
            <LaneBoard
              {...columnActions}
              {...{ board: scroller, isPhone, columns, lanes, marks, laneOf, adding }}
              all={view.columns}
              onAdd={setAdding}
              onAddToColumn={add}
              onToggle={state.toggleLane}
            />
          </Suspense>
        ) : (
          <>
            {columns.map(shown => (
              <BoardColumn
                key={shown.column.id}
                shown={shown}
                columns={view.columns}
                marks={marks}
                adding={adding?.columnId === shown.column.id ? adding.end : null}
                onAdd={add}
                {...columnActions}
              />
            ))}
            {context.mayManage && <AddColumn />}
          </>
        )}
      </BoardColumns>
      {tools.element}
    </BoardContext>
  )
}

interface BoardColumnsProps {
  scroller: RefObject<HTMLDivElement | null>
  hasLanes: boolean
  isDragging: boolean
  onCardFocus: (taskId: number) => void
  onPointerDown: () => void
  events: CardTools['events']
  children: ReactNode
}

/** Columns side by side; on a phone one at a time. */
function BoardColumns(props: BoardColumnsProps) {
  const { scroller, hasLanes, isDragging, onCardFocus, onPointerDown, events, children } = props
  const { t } = useTranslation()

  useEffect(() => {
    if (!scroller.current) return
    return autoScrollForElements({ element: scroller.current })
  }, [scroller])

  const reportFocus = ({ target }: FocusEvent) => {
    const taskId = target.closest('[data-card]')?.getAttribute('data-card')
    if (taskId) onCardFocus(Number(taskId))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it observes the cards inside
    <div
      ref={scroller}
      className={classes.columns}
      data-board
      data-lanes={hasLanes || undefined}
      data-dragging={isDragging || undefined}
      onFocus={reportFocus}
      onPointerDown={onPointerDown}
      {...events}
    >
      {children}
      <p id={keyHelpId} hidden>
        {t('boards.keys.help')}
      </p>
    </div>
  )
}

function EmptyBoard() {
  const { t } = useTranslation()
  const { mayWrite } = useBoard()
  return (
    <Text c="dimmed" size="sm" px="lg" pb="sm">
      {mayWrite ? t('boards.board.empty') : t('boards.board.emptyForViewers')}
    </Text>
  )
}
