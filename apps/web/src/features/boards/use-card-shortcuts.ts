import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { useTranslation } from 'react-i18next'
import type { CardMove } from './card-place.ts'
import { nextCard, nextPlace, spotOf } from './card-steps.ts'
import type { ShownColumn } from './shown-columns.ts'
import type { LiftedCard } from './use-board-state.ts'
import { useSaidMoves } from './use-said-moves.ts'

interface CardShortcuts {
  columns: ShownColumn[]
  /** The card that is picked up, and where it hovers. */
  lifted: LiftedCard | null
  mayWrite: boolean
  focus: (taskId: number) => void
  lift: (lifted: LiftedCard | null) => void
  moveCard: (move: CardMove) => void
  open: (card: Card) => void
  assignToMe: (card: Card) => void
}

/** Arrows lead from card to card; Space picks one up, arrows carry it, Space drops it, Escape puts it back. */
export function useCardShortcuts(board: CardShortcuts) {
  const { t } = useTranslation()
  const { sayPickedUp, sayDropped, sayPutBack } = useSaidMoves()
  const { columns, lifted, mayWrite } = board

  function walk({ id }: Card, key: string) {
    const next = nextCard(columns, id, key)
    if (next) board.focus(next.id)
  }

  function carry(taskId: number, key: string) {
    const found = nextPlace(columns, taskId, key)
    if (!found) return
    const { place, ...words } = found
    board.lift({ taskId, move: { taskId, ...place } })
    board.focus(taskId)
    announce(t('boards.keys.movedTo', words))
  }

  function pickUp({ id }: Card) {
    board.lift({ taskId: id, move: null })
    sayPickedUp(columns, id)
  }

  function drop({ taskId, move }: LiftedCard) {
    sayDropped(columns, taskId)
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
    sayPutBack(columns, taskId)
  }

  const onCard = (run: (card: Card, key: string) => unknown) => (event: KeyboardEvent) => {
    const card = spotOf(columns, focusedCardId(event))?.card
    return card ? run(card, event.key) : false
  }
  const list = 'boards.keys.list'
  useShortcuts(
    [
      {
        keys: ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'],
        description: t(`${list}.walk`),
        run: onCard((card, key) => (lifted ? carry(lifted.taskId, key) : walk(card, key))),
      },
      {
        keys: ['Home', 'End'],
        description: t(`${list}.ends`),
        run: onCard((card, key) => !lifted && walk(card, key)),
      },
      {
        keys: ['Enter', 'e'],
        description: t(`${list}.open`),
        run: onCard((card, key) => {
          if (key === 'Enter') return lifted !== null && drop(lifted) // else the browser follows the card's link
          return !lifted && board.open(card)
        }),
      },
      {
        keys: 'Space',
        description: t(`${list}.move`),
        run: onCard(card => (lifted ? drop(lifted) : mayWrite && pickUp(card))),
      },
      {
        keys: 'Escape',
        description: t(`${list}.putBackKey`),
        run: onCard(() => lifted !== null && putBack(lifted)),
      },
      {
        keys: 'm',
        description: t(`${list}.assign`),
        run: onCard(card => mayWrite && !lifted && board.assignToMe(card)),
      },
    ],
    { title: t('boards.keys.onBoard'), within: '[data-card-link]' },
  )
}

function focusedCardId({ target }: KeyboardEvent) {
  return Number((target as Element).closest('[data-card]')?.getAttribute('data-card'))
}
