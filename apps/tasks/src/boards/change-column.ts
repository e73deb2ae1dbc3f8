import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { completeTasks } from './board-tasks.queries.ts'
import { changedFields } from './changed-fields.ts'
import type { Column, ColumnChanges } from './column.contract.ts'
import { getColumn, holdColumns, updateColumn } from './column.queries.ts'
import { holdBoard } from './hold-board.ts'
import { placeColumn } from './place-column.ts'

export function changeColumn(
  deps: Deps,
  actor: Actor,
  id: number,
  { afterColumnId, beforeColumnId, ...fields }: ColumnChanges,
): Promise<Column> {
  return inTransaction(deps, async (tx, emit) => {
    const { boardId } = await getColumn(tx, id)
    const { projectId } = await holdBoard(tx, actor, boardId)
    await holdColumns(tx, [id])
    const column = await getColumn(tx, id)
    const isMoved = afterColumnId !== undefined || beforeColumnId !== undefined
    const position = isMoved
      ? await placeColumn(tx, boardId, { afterColumnId, beforeColumnId }, id)
      : undefined
    const changes = changedFields(column, { ...fields, position })
    if (!changes) return column
    const now = deps.now().toISOString()
    await updateColumn(tx, id, { ...changes.after, updatedAt: now })
    if (changes.after.isDone !== undefined) await completeTasks(tx, id, changes.after.isDone, now)
    await emit({
      type: 'column.updated',
      projectId,
      boardId,
      actorId: actor.id,
      before: { columnId: id, ...changes.before },
      after: { columnId: id, ...changes.after },
    })
    return getColumn(tx, id)
  })
}
