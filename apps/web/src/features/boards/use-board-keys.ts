import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { CardMove } from './card-place.ts'
import { nextCard, nextPlace, spotOf } from './card-steps.ts'
import type { ShownColumn } from './shown-columns.ts'
import type { LiftedCard } from './use-board-state.ts'
import { useSaidMoves } from './use-said-moves.ts'

interface BoardKeys {
  columns: ShownColumn[]
  /** The card in the air, and where it hangs. */
  lifted: LiftedCard | null
  mayWrite: boolean
  focus: (taskId: number) => void
  lift: (lifted: LiftedCard | null) => void
  moveCard: (move: CardMove) => void
  open: (card: Card) => void
  assignToMe: (card: Card) => void
}

/** Arrows lead from card to card; Space takes one up, arrows carry it, Space puts it down, Escape back. */
export function useBoardKeys(board: BoardKeys) {
  const { t } = useTranslation()
  const { sayPickedUp, sayDropped, sayPutBack } = useSaidMoves()

  function carry(taskId: number, key: string) {
    const found = nextPlace(board.columns, taskId, key)
    if (!found) return
    const { place, ...words } = found
    board.lift({ taskId, move: { taskId, ...place } })
    board.focus(taskId)
    announce(t('boards.keys.movedTo', words))
  }

  function putDown({ taskId, move }: LiftedCard) {
    sayDropped(board.columns, taskId)
    if (move) board.moveCard(move)
    // After the move is known to the view, so that the card does not jump back in between.
    setTimeout(() => {
      board.lift(null)
      board.focus(taskId)
    })
  }

  function putBack({ taskId }: LiftedCard) {
    board.lift(null)
    board.focus(taskId)
    sayPutBack(board.columns, taskId)
  }

  function pressWhileLifted(key: string, lifted: LiftedCard) {
    if (key === ' ' || key === 'Enter') putDown(lifted)
    else if (key === 'Escape') putBack(lifted)
    else if (key.startsWith('Arrow')) carry(lifted.taskId, key)
    else return false
    return true
  }

  function press({ key, code }: { key: string; code: string }, card: Card) {
    if (key.startsWith('Arrow') || key === 'Home' || key === 'End') {
      const next = nextCard(board.columns, card.id, key)
      if (next) board.focus(next.id)
      return true
    }
    if (code === 'KeyE') board.open(card)
    else if (!board.mayWrite) return false
    else if (code === 'KeyM') board.assignToMe(card)
    else if (key === ' ') {
      board.lift({ taskId: card.id, move: null })
      sayPickedUp(board.columns, card.id)
    } else return false
    return true
  }

  return (event: KeyboardEvent) => {
    const link = (event.target as Element).closest('[data-card-link]')
    const taskId = Number(link?.closest('[data-card]')?.getAttribute('data-card'))
    const card = spotOf(board.columns, taskId)?.card
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return
    const isOurs = board.lifted ? pressWhileLifted(event.key, board.lifted) : press(event, card)
    if (isOurs) event.preventDefault()
  }
}
