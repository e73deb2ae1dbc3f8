import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { findShownCard } from '../cards/card-place.ts'
import type { ShownColumn } from '../columns/shown-columns.ts'

/** Tells screen readers what happens to a card that is picked up. */
export function useMoveAnnouncements() {
  const { t } = useTranslation()
  return useCallback(
    (event: 'pickedUp' | 'dropped' | 'putBack', columns: ShownColumn[], taskId: number) => {
      const found = findShownCard(columns, taskId)
      if (!found) return
      const { column, cards } = found.shown
      const params = { title: found.card.title, position: found.index + 1, count: cards.length }
      announce(t(`boards.keys.${event}`, { ...params, column: column.title }))
    },
    [t],
  )
}
