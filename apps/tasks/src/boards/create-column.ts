import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { type Column, MOST_COLUMNS, type NewColumn } from './column.contract.ts'
import { countColumns, getColumn, insertColumn } from './column.queries.ts'
import { holdBoard } from './hold-board.ts'
import { placeColumn } from './place-column.ts'

export function createColumn(
  deps: Deps,
  actor: Actor,
  boardId: number,
  { afterColumnId, beforeColumnId, ...fields }: NewColumn,
): Promise<Column> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId } = await holdBoard(tx, actor, boardId)
    if ((await countColumns(tx, boardId)) >= MOST_COLUMNS) {
      throw new Conflict(`A board has at most ${MOST_COLUMNS} columns`, { limit: MOST_COLUMNS })
    }
    const position = await placeColumn(tx, boardId, { afterColumnId, beforeColumnId })
    const column = await getColumn(tx, await insertColumn(tx, { ...fields, boardId, position }))
    const { id: columnId, title, wipLimit, isDone } = column
    const after = { columnId, title, wipLimit, isDone, position }
    await emit({ type: 'column.created', projectId, boardId, actorId: actor.id, after })
    return column
  })
}
