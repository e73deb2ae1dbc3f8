import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { findCard, positionAt, withCard } from '../../../data/board-cache.ts'
import type { ShownColumn } from '../columns/shown-columns.ts'

/** The target of a move as the API takes it: neighbors, not a position. */
export interface CardPlace {
  columnId: number
  afterTaskId: number | null
  beforeTaskId: number | null
}

export interface CardMove extends CardPlace {
  taskId: number
}

/** The board as it will be after the pending moves. */
export function withMoves(board: FullBoard, moves: CardMove[]): FullBoard {
  return moves.reduce(withMove, board)
}

export function placeAt(columnId: number, cards: Card[], index: number): CardPlace {
  return {
    columnId,
    afterTaskId: cards[index - 1]?.id ?? null,
    beforeTaskId: cards[index]?.id ?? null,
  }
}

/** The index counts the dragged card where it was; without one, as over a collapsed column, it goes to the end. */
export function placeInGap({ column, cards }: ShownColumn, taskId: number, index = cards.length): CardPlace {
  const from = cards.findIndex(({ id }) => id === taskId)
  const others = cards.filter(({ id }) => id !== taskId)
  return placeAt(column.id, others, from >= 0 && from < index ? index - 1 : index)
}

export function placeOf(board: FullBoard, taskId: number): CardPlace | undefined {
  const column = board.columns.find(({ tasks }) => tasks.some(({ id }) => id === taskId))
  if (!column) return undefined
  const at = column.tasks.findIndex(({ id }) => id === taskId)
  return placeAt(column.id, column.tasks.toSpliced(at, 1), at)
}

function withMove(board: FullBoard, { taskId, ...place }: CardMove): FullBoard {
  const card = findCard(board, taskId)
  const column = board.columns.find(({ id }) => id === place.columnId)
  if (!card || !column) return board
  const others = column.tasks.filter(({ id }) => id !== taskId)
  return withCard(board, {
    ...card,
    columnId: column.id,
    position: positionAt(others, indexOf(others, place)),
    completedAt: column.isDone ? (card.completedAt ?? new Date().toISOString()) : null,
  })
}

/** As on the server: after the one neighbor, else before the other, else at the end. */
function indexOf(cards: Card[], { afterTaskId, beforeTaskId }: CardPlace) {
  const after = cards.findIndex(({ id }) => id === afterTaskId)
  if (after >= 0) return after + 1
  const before = cards.findIndex(({ id }) => id === beforeTaskId)
  return before >= 0 ? before : cards.length
}

/** Where a card is on the screen. */
export function findShownCard(columns: ShownColumn[], taskId: number) {
  for (const [at, shown] of columns.entries()) {
    const index = shown.cards.findIndex(({ id }) => id === taskId)
    const card = shown.cards[index]
    if (card) return { at, shown, index, card }
  }
  return undefined
}

/** The card that a key moves the focus to; empty and collapsed columns are skipped. */
export function nextCard(columns: ShownColumn[], taskId: number, key: string): Card | undefined {
  const found = findShownCard(columns, taskId)
  if (!found) return undefined
  const { cards } = found.shown
  if (key === 'ArrowUp') return cards[found.index - 1]
  if (key === 'ArrowDown') return cards[found.index + 1]
  if (key === 'Home') return cards[0]
  if (key === 'End') return cards.at(-1)
  const beside = key === 'ArrowLeft' ? columns.slice(0, found.at).reverse() : columns.slice(found.at + 1)
  const next = beside.find(shown => shown.cards.length > 0 && !shown.isCollapsed)?.cards
  return next?.[Math.min(found.index, next.length - 1)]
}

/** Where an arrow key moves the picked-up card. */
export function nextPlace(columns: ShownColumn[], taskId: number, key: string) {
  const found = findShownCard(columns, taskId)
  const shown = found && columns[found.at + (columnSteps[key] ?? 0)]
  if (!found || !shown) return undefined
  const others = shown.cards.filter(({ id }) => id !== taskId)
  const index = Math.min(found.index + (rowSteps[key] ?? 0), others.length)
  if (index < 0 || (shown === found.shown && index === found.index)) return undefined
  const { column } = shown
  return {
    place: placeAt(column.id, others, index),
    title: found.card.title,
    position: index + 1,
    count: others.length + 1,
    column: column.title,
  }
}

/** The columns as they will be shown after the move. */
export function withCardAt(columns: ShownColumn[], taskId: number, place: CardPlace): ShownColumn[] {
  const card = findShownCard(columns, taskId)?.card
  return columns.map(shown => {
    const others = shown.cards.filter(({ id }) => id !== taskId)
    if (!card || shown.column.id !== place.columnId) return { ...shown, cards: others }
    const at = others.findIndex(({ id }) => id === place.afterTaskId) + 1
    return { ...shown, cards: others.toSpliced(at, 0, card) }
  })
}

const columnSteps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const rowSteps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }
