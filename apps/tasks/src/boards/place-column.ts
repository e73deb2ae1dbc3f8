import { positionBetween } from '@atrium/database/ordered-list'
import type { Database } from '#deps.ts'
import type { ColumnChanges } from './column.contract.ts'
import { refuseForeignNeighbours } from './refuse-foreign-neighbours.ts'

type ColumnNeighbours = Pick<ColumnChanges, 'afterColumnId' | 'beforeColumnId'>

/** A place on a board that is held: between the named neighbours, or at the end. */
export async function placeColumn(
  tx: Database,
  boardId: number,
  { afterColumnId, beforeColumnId }: ColumnNeighbours,
  movedId?: number,
) {
  const columns = { table: 'board_columns', of: 'board_id', id: boardId }
  await refuseForeignNeighbours(tx, columns, { afterColumnId, beforeColumnId })
  const neighbours = { afterId: afterColumnId ?? undefined, beforeId: beforeColumnId ?? undefined }
  return positionBetween(tx, columns, { movedId, ...neighbours })
}
