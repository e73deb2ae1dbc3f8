import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { useCallback, useMemo, useState } from 'react'

/** What a popover edits of the task itself. */
export type CardValue = 'title' | 'assignee' | 'due' | 'priority' | 'stickers' | 'estimate' | 'cycle'

export type CardField = CardValue | 'move' | 'lane'

export interface Point {
  x: number
  y: number
}

/** The menu or the popover that is open, at a point or at its card. */
export interface CardPopup {
  taskId: number
  kind: CardField | 'menu'
  at?: Point | undefined
}

/** One popup for the whole board: cards stay cheap to render. */
export function useCardPopups(focus: (taskId: number) => void) {
  const [popup, setPopup] = useState<CardPopup | null>(null)
  const openField = useCallback((card: Card, kind: CardField) => setPopup({ taskId: card.id, kind }), [])
  const openMenu = useCallback((taskId: number, at?: Point) => setPopup({ taskId, kind: 'menu', at }), [])
  /** After a click elsewhere the focus is already where the user wants it. */
  const close = useCallback(
    (isFocusReturned = true) => {
      setPopup(null)
      if (isFocusReturned && popup) focus(popup.taskId)
    },
    [popup, focus],
  )
  return useMemo(() => ({ popup, openField, openMenu, close }), [popup, openField, openMenu, close])
}
