import { ValidationFailed } from '@atrium/core/errors'
import { listReply } from '@atrium/core/paging'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { ColumnOrder } from './column.contract.ts'
import { listColumns, updateColumnOrder } from './column.queries.ts'
import { holdBoard } from './hold-board.ts'

/** Exactly the board's columns: whoever has not seen one cannot say where it stands. */
export function reorderColumns(deps: Deps, actor: Actor, boardId: number, { columnIds }: ColumnOrder) {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId } = await holdBoard(tx, actor, boardId)
    const before = { columnIds: (await listColumns(tx, boardId)).map(({ id }) => id) }
    refuseOtherColumns(before.columnIds, columnIds)
    if (columnIds.join() !== before.columnIds.join()) {
      await updateColumnOrder(tx, columnIds, deps.now().toISOString())
      const after = { columnIds }
      await emit({ type: 'column.reordered', projectId, boardId, actorId: actor.id, before, after })
    }
    const items = await listColumns(tx, boardId)
    return listReply(items, items.length, { page: 1, limit: items.length, offset: 0 })
  })
}

function refuseOtherColumns(ids: number[], given: number[]) {
  const missing = ids.filter(id => !given.includes(id))
  const foreign = given.filter(id => !ids.includes(id))
  const messages = [
    ...(missing.length > 0 ? [`must name every column of the board; missing: ${missing.join(', ')}`] : []),
    ...(foreign.length > 0 ? [`must name columns of this board only; not: ${foreign.join(', ')}`] : []),
  ]
  if (messages.length > 0) throw new ValidationFailed({ columnIds: messages })
}
