import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { type CardPlace, placeAt } from './card-place.ts'
import type { ShownColumn } from './shown-columns.ts'

/** Where a card is drawn. */
export function spotOf(columns: ShownColumn[], taskId: number) {
  for (const [at, shown] of columns.entries()) {
    const index = shown.cards.findIndex(({ id }) => id === taskId)
    const card = shown.cards[index]
    if (card) return { at, shown, index, card }
  }
  return undefined
}

/** The card that an arrow key leads to; empty columns are passed over. */
export function nextCard(columns: ShownColumn[], taskId: number, key: string): Card | undefined {
  const spot = spotOf(columns, taskId)
  if (!spot) return undefined
  const { cards } = spot.shown
  if (key === 'ArrowUp') return cards[spot.index - 1]
  if (key === 'ArrowDown') return cards[spot.index + 1]
  if (key === 'Home') return cards[0]
  if (key === 'End') return cards.at(-1)
  const beside = key === 'ArrowLeft' ? columns.slice(0, spot.at).reverse() : columns.slice(spot.at + 1)
  const next = beside.find(shown => shown.cards.length > 0)?.cards
  return next?.[Math.min(spot.index, next.length - 1)]
}

/** Where a card in the air comes to hang by an arrow key. */
export function nextPlace(columns: ShownColumn[], taskId: number, key: string) {
  const spot = spotOf(columns, taskId)
  const shown = spot && columns[spot.at + (sideways[key] ?? 0)]
  if (!spot || !shown) return undefined
  const others = shown.cards.filter(({ id }) => id !== taskId)
  const index = Math.min(spot.index + (upwards[key] ?? 0), others.length)
  if (index < 0 || (shown === spot.shown && index === spot.index)) return undefined
  const { column } = shown
  return {
    place: placeAt(column.id, others, index),
    title: spot.card.title,
    position: index + 1,
    count: others.length + 1,
    column: column.title,
  }
}

/** The columns as they will be drawn once the card is there. */
export function withCardAt(columns: ShownColumn[], taskId: number, place: CardPlace): ShownColumn[] {
  const card = spotOf(columns, taskId)?.card
  return columns.map(shown => {
    const others = shown.cards.filter(({ id }) => id !== taskId)
    if (!card || shown.column.id !== place.columnId) return { ...shown, cards: others }
    const at = others.findIndex(({ id }) => id === place.afterTaskId) + 1
    return { ...shown, cards: others.toSpliced(at, 0, card) }
  })
}

const sideways: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const upwards: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }
