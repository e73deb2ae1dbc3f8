import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { useUndoShortcut } from '@atrium/ui/feedback/undo'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardFilters } from '../../data/search-params.ts'
import { AddColumn } from './add-column.tsx'
import { useOrderColumns } from './board.queries.ts'
import { BoardColumn } from './board-column.tsx'
import { BoardColumns } from './board-columns.tsx'
import { BoardContext } from './board-context.ts'
import { BoardTools } from './board-tools.tsx'
import { useUnsavedCards } from './cards/new-card.queries.ts'
import { EmptyBoard } from './empty-board.tsx'
import { useMoveCard } from './move-card.queries.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useActiveCard } from './use-active-card.ts'
import { useBoardContext } from './use-board-context.ts'
import { useBoardDrag } from './use-board-drag.ts'
import { useBoardState } from './use-board-state.ts'
import { useCardShortcuts } from './use-card-shortcuts.ts'
import { useReturnedFocus } from './use-returned-focus.ts'

interface BoardScreenProps {
  board: FullBoard
  user: CurrentUser
  filters: BoardFilters
  onFilter: (filters: BoardFilters) => void
  onOpen: (taskId: number) => void
  /** The task whose panel is open. */
  openTaskId: number | undefined
}

/** Everything below the board's header: filters, columns, cards, and the ways to move them. */
export function BoardScreen({ board, user, filters, onFilter, onOpen, openTaskId }: BoardScreenProps) {
  const { t } = useTranslation()
  const state = useBoardState(board, filters, user.id)
  const { view, columns, lifted, setLifted, draggedId } = state
  const { activeId, focus, focusBeside, noteFocus } = useActiveCard(columns)
  const moveCard = useMoveCard(board.id)
  const order = useOrderColumns(board.id)
  const unsaved = useUnsavedCards(board.id, user.id)
  const [adding, setAdding] = useState<{ columnId: number; end: 'top' | 'bottom' } | null>(null)
  const [movedCard, setMovedCard] = useState<Card | null>(null)
  const context = useBoardContext(view, user.id, { moveCard, askWhereTo: setMovedCard, focusBeside })

  useReturnedFocus(openTaskId, focus)
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
      onTheirWay: state.onTheirWay,
    }),
    [activeId, lifted, draggedId, user.runningTimer, state.onTheirWay],
  )
  const add = useCallback((columnId: number, end: 'top' | 'bottom' | null) => {
    setAdding(end && { columnId, end })
  }, [])

  return (
    <BoardContext value={context}>
      <BoardTools columns={columns} filters={filters} onFilter={onFilter} />
      {view.columns.every(({ taskCount }) => taskCount === 0) && <EmptyBoard />}
      <BoardColumns
        isDragging={draggedId !== null}
        onCardFocus={noteFocus}
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
