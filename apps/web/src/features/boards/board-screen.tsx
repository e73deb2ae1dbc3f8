import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { useUndoShortcut } from '@atrium/ui/feedback/undo'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type FocusEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { projectQuery } from '../../data/projects.ts'
import type { BoardFilters } from '../../data/search-params.ts'
import { useToday } from '../../data/user-settings.ts'
import { useOrderColumns } from './board.queries.ts'
import { BoardContext, useBoard, useBoardContext } from './board-context.ts'
import classes from './board-screen.module.css'
import { type CardTools, useCardTools } from './card-fields/card-tools.tsx'
import { useCardPopups } from './card-fields/use-card-popups.ts'
import { keyHelpId } from './cards/card.tsx'
import { type CardMove, withMoves } from './cards/card-place.ts'
import { useMoveCard, usePendingMoves } from './cards/move-card.queries.ts'
import { useUnsavedCards } from './cards/new-card.queries.ts'
import { useCollapsedColumns } from './columns/collapsed-columns.ts'
import { AddColumn, BoardColumn } from './columns/column.tsx'
import { shownColumns } from './columns/shown-columns.ts'
import { useBoardDrag, useFrozenWhile } from './drag/board-drag.ts'
import { slide } from './drag/card-motion.ts'
import { cardFilter } from './filters/card-filters.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import { useActiveCard, useFocusAfterPanel } from './keyboard/active-card.ts'
import { type LiftedCard, useCardShortcuts } from './keyboard/card-shortcuts.ts'

interface BoardScreenProps {
  board: FullBoard
  user: CurrentUser
  filters: BoardFilters
  onFilter: (filters: BoardFilters) => void
  onOpen: (taskId: number) => void
  /** The task whose panel is open. */
  openTaskId: number | undefined
}

/** Everything below the board's header: filters, columns, cards, drag and drop, keyboard shortcuts. */
export function BoardScreen({ board, user, filters, onFilter, onOpen, openTaskId }: BoardScreenProps) {
  const { t } = useTranslation()
  const state = useBoardState(board, filters, user.id)
  const { view, columns, lifted, setLifted, draggedId } = state
  const { activeId, wanted, focus, focusNeighbor, reveal, onFocused } = useActiveCard(columns)
  const moveCard = useVisibleMoves(useMoveCard(board.id), { ...state, reveal })
  const order = useOrderColumns(board.id)
  const unsaved = useUnsavedCards(board.id, user.id)
  const [adding, setAdding] = useState<{ columnId: number; end: 'top' | 'bottom' } | null>(null)
  const popups = useCardPopups(focus)
  const context = useBoardContext(view, user.id, popups)
  const tools = useCardTools({
    board: view,
    columns,
    context,
    popups,
    isLifted: lifted !== null,
    moveCard,
    focusNeighbor,
    onOpen,
  })

  useFocusAfterPanel(openTaskId, focus)
  useBoardDrag({ columns, moveCard, orderColumns: order.mutate }, state.setDraggedId)
  useCardShortcuts({
    columns,
    lifted,
    mayWrite: context.mayWrite,
    focus,
    lift: setLifted,
    moveCard,
    expand: state.expand,
  })
  const addHere = () => {
    const open = columns.filter(({ isCollapsed }) => !isCollapsed)
    const here = open.find(({ cards }) => cards.some(({ id }) => id === activeId)) ?? open[0]
    if (here && context.mayWrite) setAdding({ columnId: here.column.id, end: 'top' })
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
  const add = useCallback((columnId: number, end: 'top' | 'bottom' | null) => {
    setAdding(end && { columnId, end })
  }, [])

  return (
    <BoardContext value={context}>
      <FilterBar columns={columns} filters={filters} onFilter={onFilter} />
      {view.columns.every(({ taskCount }) => taskCount === 0) && <EmptyBoard />}
      <BoardColumns
        isDragging={draggedId !== null}
        onCardFocus={onFocused}
        onPointerDown={() => lifted && setLifted(null)}
        events={tools.events}
      >
        {columns.map(shown => (
          <BoardColumn
            key={shown.column.id}
            shown={shown}
            columns={view.columns}
            marks={marks}
            unsaved={unsaved}
            adding={adding?.columnId === shown.column.id ? adding.end : null}
            onAdd={add}
            onUnfold={state.unfold}
            onCollapse={state.collapse}
            onExpand={state.expand}
          />
        ))}
        {context.mayManage && <AddColumn />}
      </BoardColumns>
      {tools.element}
    </BoardContext>
  )
}

/** The board of the server with pending moves, without the cards that the filters hide. */
function useBoardState(board: FullBoard, filters: BoardFilters, myId: number) {
  const pendingMoves = usePendingMoves(board.id)
  const [lifted, setLifted] = useState<LiftedCard | null>(null)
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const { collapsed, collapse, expand } = useCollapsedColumns(board.id, myId)
  const deferredFilters = useDeferredValue(filters)
  const { data: project } = useQuery(projectQuery(board.projectId))
  const projectKey = project?.key ?? null

  const moves = useMemo(
    () => (lifted?.move ? [...pendingMoves, lifted.move] : pendingMoves),
    [pendingMoves, lifted],
  )
  const moved = useMemo(() => withMoves(board, moves), [board, moves])
  const view = useFrozenWhile(draggedId !== null, moved)
  const today = useToday()
  const matchesFilters = useMemo(
    () => cardFilter(deferredFilters, { myId, today, projectKey }),
    [deferredFilters, myId, today, projectKey],
  )
  const columns = useMemo(
    () => shownColumns(view, matchesFilters, { unfolded, collapsed }),
    [view, matchesFilters, unfolded, collapsed],
  )
  const movingIds = useMemo(() => new Set(pendingMoves.map(({ taskId }) => taskId)), [pendingMoves])

  return {
    view,
    columns,
    movingIds,
    lifted,
    setLifted,
    draggedId,
    setDraggedId,
    collapse,
    expand,
    unfold: (columnId: number) => setUnfolded(now => new Set([...now, columnId])),
  }
}

interface MoveEffects {
  draggedId: number | null
  expand: (columnId: number) => void
  reveal: (taskId: number) => void
}

/** A card that is moved without dragging slides to its new place, and its column expands. */
function useVisibleMoves(send: (move: CardMove) => void, { draggedId, expand, reveal }: MoveEffects) {
  return useCallback(
    (move: CardMove) => {
      if (draggedId === null) {
        slide(move.taskId)
        expand(move.columnId)
      }
      send(move)
      reveal(move.taskId)
    },
    [send, draggedId, expand, reveal],
  )
}

interface BoardColumnsProps {
  isDragging: boolean
  onCardFocus: (taskId: number) => void
  onPointerDown: () => void
  events: CardTools['events']
  children: ReactNode
}

/** Columns side by side; on a phone one at a time. */
function BoardColumns(props: BoardColumnsProps) {
  const { isDragging, onCardFocus, onPointerDown, events, children } = props
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!scroller.current) return
    return autoScrollForElements({ element: scroller.current })
  }, [])

  const reportFocus = ({ target }: FocusEvent) => {
    const taskId = target.closest('[data-card]')?.getAttribute('data-card')
    if (taskId) onCardFocus(Number(taskId))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it observes the cards inside
    <div
      ref={scroller}
      className={classes.columns}
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
