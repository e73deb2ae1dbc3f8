import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { findCard, positionAt, withCard } from '../../data/board-cache.ts'

/** Where a card is to be, in the server's words: beside neighbours, never at a position. */
export interface CardPlace {
  columnId: number
  afterTaskId: number | null
  beforeTaskId: number | null
}

export interface CardMove extends CardPlace {
  taskId: number
}

/** The board as it will be once the moves on their way have arrived. */
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

/** As the server does it: beside the one neighbour, or the other when that has gone, or at the end. */
function indexOf(cards: Card[], { afterTaskId, beforeTaskId }: CardPlace) {
  const after = cards.findIndex(({ id }) => id === afterTaskId)
  if (after >= 0) return after + 1
  const before = cards.findIndex(({ id }) => id === beforeTaskId)
  return before >= 0 ? before : cards.length
}
