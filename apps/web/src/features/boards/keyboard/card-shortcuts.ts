import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { useTranslation } from 'react-i18next'
import type { ShownLane } from '../board/board-lanes.ts'
import { type CardMove, findShownCard } from '../board/card-place.ts'
import { useMoveAnnouncements, usePlaceName } from '../drag/announcements.ts'
import { slide } from '../drag/card-motion.ts'
import { nextCard, nextPlace } from './card-steps.ts'

/** A card that is picked up by keyboard. */
export interface LiftedCard {
  taskId: number
  move: CardMove | null
}

interface CardShortcuts {
  lanes: ShownLane[]
  /** The card that is picked up, and where it would be dropped. */
  lifted: LiftedCard | null
  mayWrite: boolean
  focus: (taskId: number) => void
  lift: (lifted: LiftedCard | null) => void
  moveCard: (move: CardMove) => void
  expand: (columnId: number) => void
  expandLane: (key: string) => void
}

/** Arrows move between cards; Space picks a card up, arrows move it, Space drops it, Escape cancels. */
export function useCardShortcuts(board: CardShortcuts) {
  const { t } = useTranslation()
  const announceMove = useMoveAnnouncements()
  const placeName = usePlaceName()
  const { lanes, lifted, mayWrite } = board

  function focusNext({ id }: Card, key: string) {
    const next = nextCard(lanes, id, key)
    if (next) board.focus(next.id)
  }

  function moveLifted({ taskId, move }: LiftedCard, key: string) {
    const found = nextPlace(lanes, taskId, key)
    if (!found) return
    const { place, laneKey, lane, column, ...params } = found
    if (place.lane || place.columnId !== findShownCard(lanes, taskId)?.card.columnId) slide(taskId)
    board.expand(place.columnId)
    board.expandLane(laneKey)
    // A lane that it entered before stays part of the move.
    board.lift({ taskId, move: { taskId, ...place, lane: place.lane ?? move?.lane } })
    board.focus(taskId)
    announce(t('boards.keys.movedTo', { ...params, column: placeName(column, lane) }))
  }

  function pickUp({ id }: Card) {
    board.lift({ taskId: id, move: null })
    announceMove('pickedUp', lanes, id)
  }

  function drop({ taskId, move }: LiftedCard) {
    announceMove('dropped', lanes, taskId)
    if (move) board.moveCard(move)
    // After the move is applied to the view, so that the card does not jump back in between.
    setTimeout(() => {
      board.lift(null)
      board.focus(taskId)
    })
  }

  function cancel({ taskId }: LiftedCard) {
    board.lift(null)
    board.focus(taskId)
    announceMove('putBack', lanes, taskId)
  }

  const onCard = (run: (card: Card, key: string) => unknown) => (event: KeyboardEvent) => {
    const card = findShownCard(lanes, focusedCardId(event))?.card
    return card ? run(card, event.key) : false
  }
  const list = 'boards.keys.list'
  const isGrouped = lanes.some(({ subject }) => subject)
  useShortcuts(
    [
      {
        keys: ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'],
        description: t(`${list}.walk`),
        run: onCard((card, key) => (lifted ? moveLifted(lifted, key) : focusNext(card, key))),
      },
      ...(isGrouped
        ? [
            {
              keys: ['PageUp', 'PageDown'],
              description: t('lanes.key'),
              run: onCard((card, key) => (lifted ? moveLifted(lifted, key) : focusNext(card, key))),
            },
          ]
        : []),
      {
        keys: ['Home', 'End'],
        description: t(`${list}.ends`),
        run: onCard((card, key) => !lifted && focusNext(card, key)),
      },
      {
        keys: 'Enter',
        description: t(`${list}.open`),
        run: onCard(() => lifted !== null && drop(lifted)), // else the browser follows the card's link
      },
      {
        keys: 'Space',
        description: t(`${list}.move`),
        run: onCard(card => (lifted ? drop(lifted) : mayWrite && pickUp(card))),
      },
      {
        keys: 'Escape',
        description: t(`${list}.putBackKey`),
        run: onCard(() => lifted !== null && cancel(lifted)),
      },
    ],
    { title: t('boards.keys.onBoard'), within: '[data-card-link]' },
  )
}

function focusedCardId({ target }: KeyboardEvent) {
  return Number((target as Element).closest('[data-card]')?.getAttribute('data-card'))
}
