import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { findCard, positionAt, withCard } from '../../../data/boards/board-cache.ts'
import type { ShownLane } from './board-lanes.ts'
import { type LaneChanges, valuesBefore, withLaneChanges } from './lane-grouping.ts'
import type { ShownColumn } from './shown-columns.ts'

/** The target of a move as the API takes it: neighbors, not a position. */
export interface CardPlace {
  columnId: number
  afterTaskId: number | null
  beforeTaskId: number | null
  /** The lane that the card enters. */
  lane?: { name: string; changes: LaneChanges } | undefined
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

/** The index counts the moved card where it was; without one, as over a collapsed column, it goes to the end. */
export function placeInGap({ column, cards }: ShownColumn, taskId: number, index = cards.length): CardPlace {
  const from = cards.findIndex(({ id }) => id === taskId)
  const others = cards.filter(({ id }) => id !== taskId)
  return placeAt(column.id, others, from >= 0 && from < index ? index - 1 : index)
}

/** The same in a lane, which the card may enter. Among no cards it stays where it is in the order of its column. */
export function placeInLane(
  lane: ShownLane,
  shown: ShownColumn,
  from: FoundCard,
  index?: number,
): CardPlace | undefined {
  if (lane.key === from.lane.key) return placeInGap(shown, from.card.id, index)
  if (!accepts(lane, from.card)) return undefined
  const stays = shown.cards.length === 0 && shown.column.id === from.card.columnId
  const place = stays
    ? placeAmong(shown.column.id, shown.column.tasks, from.card.id)
    : placeInGap(shown, from.card.id, index)
  return place && { ...place, lane: { name: lane.name, changes: lane.changes ?? {} } }
}

/** A task cannot be its own parent. */
export function accepts({ changes }: ShownLane, { id }: Pick<Card, 'id'>) {
  return changes !== undefined && changes.parentId !== id
}

/** With a way back: where the card is, and what the lane would change. */
export function placeOf(board: FullBoard, taskId: number, changes?: LaneChanges): CardPlace | undefined {
  const column = board.columns.find(({ tasks }) => tasks.some(({ id }) => id === taskId))
  const card = column?.tasks.find(({ id }) => id === taskId)
  const place = column && placeAmong(column.id, column.tasks, taskId)
  if (!place || !card || !changes) return place
  return { ...place, lane: { name: '', changes: valuesBefore(card, changes) } }
}

function placeAmong(columnId: number, cards: Card[], taskId: number) {
  const at = cards.findIndex(({ id }) => id === taskId)
  return at < 0 ? undefined : placeAt(columnId, cards.toSpliced(at, 1), at)
}

function withMove(board: FullBoard, { taskId, lane, ...place }: CardMove): FullBoard {
  const card = findCard(board, taskId)
  const column = board.columns.find(({ id }) => id === place.columnId)
  if (!card || !column) return board
  const others = column.tasks.filter(({ id }) => id !== taskId)
  return withCard(board, {
    ...withLaneChanges(card, lane?.changes ?? {}),
    columnId: column.id,
    position: positionAt(others, indexOf(others, place)),
    completedAt: column.isDone ? (card.completedAt ?? new Date().toISOString()) : null,
  })
}

/** Finds the position like the server: after the one neighbor, else before the other, else at the end. */
function indexOf(cards: Card[], { afterTaskId, beforeTaskId }: CardPlace) {
  const after = cards.findIndex(({ id }) => id === afterTaskId)
  if (after >= 0) return after + 1
  const before = cards.findIndex(({ id }) => id === beforeTaskId)
  return before >= 0 ? before : cards.length
}

export type FoundCard = NonNullable<ReturnType<typeof findShownCard>>

/** Where a card is on the screen. */
export function findShownCard(lanes: ShownLane[], taskId: number) {
  for (const lane of lanes) {
    for (const [at, shown] of lane.cells.entries()) {
      const index = shown.cards.findIndex(({ id }) => id === taskId)
      const card = shown.cards[index]
      if (card) return { lane, at, shown, index, card }
    }
  }
  return undefined
}

/** The lanes as they will be shown after the move. */
export function withCardAt(lanes: ShownLane[], taskId: number, laneKey: string, place: CardPlace) {
  const card = findShownCard(lanes, taskId)?.card
  return lanes.map(lane => ({
    ...lane,
    cells: lane.cells.map(shown => {
      const others = shown.cards.filter(({ id }) => id !== taskId)
      const isTarget = lane.key === laneKey && shown.column.id === place.columnId
      if (!card || !isTarget) return { ...shown, cards: others }
      const at = others.findIndex(({ id }) => id === place.afterTaskId) + 1
      return { ...shown, cards: others.toSpliced(at, 0, card) }
    }),
  }))
}
