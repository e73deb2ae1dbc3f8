import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { BoardColumn } from '../../../data/boards/board-cache.ts'

const MAX_DONE_CARDS = 50

/** A column with the cards that are left after filtering and folding. */
export interface ShownColumn {
  column: BoardColumn
  cards: Card[]
  /** How many cards the filters hide. */
  hiddenCount: number
  /** How many older cards of a done column are folded. */
  foldedCount: number
  /** Shows only its title and count. */
  isCollapsed: boolean
}

export function shownColumns(
  board: FullBoard,
  matchesFilters: ((card: Card) => boolean) | undefined,
  { unfolded, collapsed }: Record<'unfolded' | 'collapsed', ReadonlySet<number>>,
): ShownColumn[] {
  return board.columns.map(column => {
    const matching = matchesFilters ? column.tasks.filter(matchesFilters) : column.tasks
    const isFolded = column.isDone && matching.length > MAX_DONE_CARDS && !unfolded.has(column.id)
    const cards = isFolded ? newest(matching) : matching
    return {
      column,
      cards,
      hiddenCount: column.tasks.length - matching.length,
      foldedCount: matching.length - cards.length,
      isCollapsed: collapsed.has(column.id),
    }
  })
}

/** The most recently completed cards, in the order of the column. */
function newest(cards: Card[]) {
  const days = cards.map(({ completedAt }) => completedAt ?? '').toSorted()
  const oldest = days.at(-MAX_DONE_CARDS) ?? ''
  return cards.filter(({ completedAt }) => (completedAt ?? '') >= oldest)
}
