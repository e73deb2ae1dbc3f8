import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { spotOf } from './card-steps.ts'
import type { ShownColumn } from './shown-columns.ts'

/** What happens to a card in the air, for those who do not see it. */
export function useSaidMoves() {
  const { t } = useTranslation()
  return useMemo(() => {
    const say = (what: 'pickedUp' | 'dropped' | 'putBack', columns: ShownColumn[], taskId: number) => {
      const spot = spotOf(columns, taskId)
      if (!spot) return
      const { column, cards } = spot.shown
      const words = { title: spot.card.title, position: spot.index + 1, count: cards.length }
      announce(t(`boards.keys.${what}`, { ...words, column: column.title }))
    }
    return {
      sayPickedUp: (columns: ShownColumn[], taskId: number) => say('pickedUp', columns, taskId),
      sayDropped: (columns: ShownColumn[], taskId: number) => say('dropped', columns, taskId),
      sayPutBack: (columns: ShownColumn[], taskId: number) => say('putBack', columns, taskId),
    }
  }, [t])
}
