import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { useUndoShortcut } from '@atrium/ui/feedback/undo'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardFilters } from '../../data/search-params.ts'
import { useToday } from '../../data/user-settings.ts'
import { useOrderColumns } from './board.queries.ts'
import { BoardContext, useBoard, useBoardContext } from './board-context.ts'
import classes from './board-screen.module.css'
import { keyHelpId } from './cards/card.tsx'
import { type CardMove, placeAt, withMoves } from './cards/card-place.ts'
import { useMoveCard, usePendingMoves } from './cards/move-card.queries.ts'
import { useUnsavedCards } from './cards/new-card.queries.ts'
import { AddColumn, BoardColumn } from './columns/column.tsx'
import { shownColumns } from './columns/shown-columns.ts'
import { useBoardDrag, useFrozenWhile } from './drag/board-drag.ts'
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
  const { activeId, focus, focusNeighbor, onFocused } = useActiveCard(columns)
  const moveCard = useMoveCard(board.id)
  const order = useOrderColumns(board.id)
  const unsaved = useUnsavedCards(board.id, user.id)
  const [adding, setAdding] = useState<{ columnId: number; end: 'top' | 'bottom' } | null>(null)
  const [movedCard, setMovedCard] = useState<Card | null>(null)
  const context = useBoardContext(view, user.id, { moveCard, openMoveDialog: setMovedCard, focusNeighbor })

  useFocusAfterPanel(openTaskId, focus)
  useBoardDrag({ columns, moveCard, orderColumns: order.mutate }, state.setDraggedId)
  useCardShortcuts({
    columns,
    lifted,
    mayWrite: context.mayWrite,
    focus,
    lift: setLifted,
    moveCard,
    open: card => onOpen(card.id),
    assignToMe: card => context.assign(card, user.id),
  })
  const addHere = () => {
    const here = columns.find(({ cards }) => cards.some(({ id }) => id === activeId)) ?? columns[0]
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
      timedId: user.runningTimer?.taskId ?? null,
      movingIds: state.movingIds,
    }),
    [activeId, lifted, draggedId, user.runningTimer, state.movingIds],
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
          />
        ))}
        {context.mayManage && <AddColumn />}
      </BoardColumns>
      {movedCard && (
        <MoveDialog
          card={movedCard}
          columns={view.columns}
          onMove={moveCard}
          onClose={() => {
            setMovedCard(null)
            focus(movedCard.id)
          }}
        />
      )}
    </BoardContext>
  )
}

/** The board of the server with pending moves, without the cards that the filters hide. */
function useBoardState(board: FullBoard, filters: BoardFilters, myId: number) {
  const pendingMoves = usePendingMoves(board.id)
  const [lifted, setLifted] = useState<LiftedCard | null>(null)
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const deferredFilters = useDeferredValue(filters)

  const moves = useMemo(
    () => (lifted?.move ? [...pendingMoves, lifted.move] : pendingMoves),
    [pendingMoves, lifted],
  )
  const moved = useMemo(() => withMoves(board, moves), [board, moves])
  const view = useFrozenWhile(draggedId !== null, moved)
  const today = useToday()
  const matchesFilters = useMemo(
    () => cardFilter(deferredFilters, myId, today),
    [deferredFilters, myId, today],
  )
  const columns = useMemo(
    () => shownColumns(view, matchesFilters, unfolded),
    [view, matchesFilters, unfolded],
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
    unfold: (columnId: number) => setUnfolded(now => new Set([...now, columnId])),
  }
}

interface BoardColumnsProps {
  isDragging: boolean
  onCardFocus: (taskId: number) => void
  onPointerDown: () => void
  children: ReactNode
}

/** Columns side by side; on a phone one at a time. */
function BoardColumns(props: BoardColumnsProps) {
  const { isDragging, onCardFocus, onPointerDown, children } = props
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

interface MoveDialogProps {
  card: Card
  columns: FullBoard['columns']
  onMove: (move: CardMove) => void
  onClose: () => void
}

/** Moves a card without drag and drop. */
function MoveDialog({ card, columns, onMove, onClose }: MoveDialogProps) {
  const { t } = useTranslation()
  const [columnId, setColumnId] = useState(String(card.columnId))
  const [end, setEnd] = useState('top')
  const move = (event: FormEvent) => {
    event.preventDefault()
    const column = columns.find(({ id }) => id === Number(columnId))
    const others = column?.tasks.filter(({ id }) => id !== card.id) ?? []
    onMove({ taskId: card.id, ...placeAt(Number(columnId), others, end === 'top' ? 0 : others.length) })
    onClose()
  }
  return (
    <Dialog title={t('boards.move.title', { title: card.title })} isOpen onClose={onClose}>
      <form onSubmit={move}>
        <Stack>
          <Select
            label={t('boards.move.column')}
            data={columns.map(({ id, title }) => ({ value: String(id), label: title }))}
            value={columnId}
            onChange={chosen => chosen && setColumnId(chosen)}
            allowDeselect={false}
            data-autofocus
          />
          <SegmentedControl
            aria-label={t('boards.move.place')}
            data={[
              { value: 'top', label: t('boards.move.top') },
              { value: 'bottom', label: t('boards.move.bottom') },
            ]}
            value={end}
            onChange={setEnd}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit">{t('boards.move.action')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
