import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownLane } from '../board/board-lanes.ts'
import { findShownCard } from '../board/card-place.ts'

/** Tells screen readers what happens to a card that is picked up. */
export function useMoveAnnouncements() {
  const { t } = useTranslation()
  const placeName = usePlaceName()
  return useCallback(
    (event: 'pickedUp' | 'dropped' | 'putBack', lanes: ShownLane[], taskId: number) => {
      const found = findShownCard(lanes, taskId)
      if (!found) return
      const { column, cards } = found.shown
      const params = { title: found.card.title, position: found.index + 1, count: cards.length }
      announce(t(`boards.keys.${event}`, { ...params, column: placeName(column.title, found.lane.name) }))
    },
    [t, placeName],
  )
}

/** The column, and the lane if the board has any. */
export function usePlaceName() {
  const { t } = useTranslation()
  return useCallback(
    (column: string, lane: string | undefined) => (lane ? t('lanes.place', { column, lane }) : column),
    [t],
  )
}
