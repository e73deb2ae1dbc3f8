import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownLane } from '../board/board-lanes.ts'
import { findShownCard } from '../board/card-place.ts'
import type { CardField } from '../board/use-card-popups.ts'

interface CardFieldShortcuts {
  lanes: ShownLane[]
  /** No shortcuts while a card is picked up, and none for viewers. */
  isOn: boolean
  openField: (card: Card, field: CardField) => void
  assignToMe: (card: Card) => void
  toggleTimer: (card: Card) => void
}

const fieldKeys = [
  ['assignee', 'a'],
  ['due', 'd'],
  ['priority', 'p'],
  ['stickers', 'l'],
  ['move', 'm'],
  ['estimate', 'e'],
  ['cycle', 'y'],
  ['title', ['r', 'F2']],
] as const

/** Single-key shortcuts for the card under the pointer, or else the focused one. */
export function useCardFieldShortcuts(board: CardFieldShortcuts) {
  const { t } = useTranslation()
  const findTarget = useTargetCard()
  const onCard = (run: (card: Card) => void) => () => {
    const card = findShownCard(board.lanes, findTarget())?.card
    return card ? run(card) : false
  }
  const list = 'boards.keys.fields'
  const shortcuts = [
    ...fieldKeys.map(([field, keys]) => ({
      keys: [keys].flat(),
      description: t(`${list}.${field}`),
      run: onCard(card => board.openField(card, field)),
    })),
    { keys: 't', description: t(`${list}.timer`), run: onCard(board.toggleTimer) },
    { keys: 'i', description: t(`${list}.assignToMe`), run: onCard(board.assignToMe) },
  ]
  useShortcuts(board.isOn ? shortcuts : [], { title: t('boards.keys.onCard') })
}

/** What was used last decides: a resting pointer must not take the keys from a card with the focus. */
function useTargetCard() {
  const isPointing = useRef(false)
  useEffect(() => {
    const point = ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) isPointing.current = true
    }
    const focus = () => {
      isPointing.current = false
    }
    document.addEventListener('pointermove', point, { passive: true })
    document.addEventListener('focusin', focus)
    return () => {
      document.removeEventListener('pointermove', point)
      document.removeEventListener('focusin', focus)
    }
  }, [])
  return () => {
    const hovered = document.querySelector('[data-card]:hover')
    const focused = document.activeElement?.closest('[data-card]')
    const card = isPointing.current ? (hovered ?? focused) : (focused ?? hovered)
    return Number(card?.getAttribute('data-card'))
  }
}
