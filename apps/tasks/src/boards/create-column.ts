import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { getColumn, insertColumn } from './column.queries.ts'
import type { Column, NewColumn } from './column.schema.ts'
import { holdBoard } from './hold-board.ts'
import { placeColumn } from './place-column.ts'

export function createColumn(
  deps: Deps,
  actor: Actor,
  boardId: number,
  { afterColumnId, beforeColumnId, ...fields }: NewColumn,
): Promise<Column> {
  return inTransaction(deps, async (tx, announce) => {
    const { projectId } = await holdBoard(tx, actor, boardId)
    const position = await placeColumn(tx, boardId, { afterColumnId, beforeColumnId })
    const column = await getColumn(tx, await insertColumn(tx, { ...fields, boardId, position }))
    const { id: columnId, title, wipLimit, isDone } = column
    const after = { columnId, title, wipLimit, isDone, position }
    await announce({ name: 'column.created', projectId, boardId, actorId: actor.id, after })
    return column
  })
}
