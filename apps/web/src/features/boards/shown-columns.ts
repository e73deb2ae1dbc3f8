import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { BoardColumn } from '../../data/board-cache.ts'

const NEWEST_DONE = 50

/** A column as it is drawn: the cards that filters and folding leave. */
export interface ShownColumn {
  column: BoardColumn
  cards: Card[]
  /** How many the filters hide. */
  hiddenCount: number
  /** How many older ones of a done column are folded away. */
  foldedCount: number
}

export function shownColumns(
  board: FullBoard,
  isWanted: ((card: Card) => boolean) | undefined,
  unfolded: ReadonlySet<number>,
): ShownColumn[] {
  return board.columns.map(column => {
    const wanted = isWanted ? column.tasks.filter(isWanted) : column.tasks
    const isFolded = column.isDone && wanted.length > NEWEST_DONE && !unfolded.has(column.id)
    const cards = isFolded ? newest(wanted) : wanted
    return {
      column,
      cards,
      hiddenCount: column.tasks.length - wanted.length,
      foldedCount: wanted.length - cards.length,
    }
  })
}

/** In the order of the column, so that neighbours stay neighbours. */
function newest(cards: Card[]) {
  const days = cards.map(({ completedAt }) => completedAt ?? '').toSorted()
  const oldest = days.at(-NEWEST_DONE) ?? ''
  return cards.filter(({ completedAt }) => (completedAt ?? '') >= oldest)
}
