import { Conflict } from '@atrium/core/errors'
import { positionBetween } from '@atrium/database/ordered-list'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { BoardWithColumns } from './board.contract.ts'
import { getBoardWithColumns, updateBoard } from './board.queries.ts'
import { restoreTasksOfBoard } from './board-tasks.queries.ts'
import { holdWholeBoard } from './hold-board.ts'

/** After the project's other boards, with the tasks that were deleted with it and not those deleted before. */
export function restoreBoard(deps: Deps, actor: Actor, id: number): Promise<BoardWithColumns> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, name, deletedAt } = await holdWholeBoard(tx, actor, id)
    if (!deletedAt) throw new Conflict('The board is not deleted')
    const now = deps.now().toISOString()
    const position = await positionBetween(tx, { table: 'boards', of: 'project_id', id: projectId })
    await updateBoard(tx, id, { deletedAt: null, position, updatedAt: now })
    const taskCount = await restoreTasksOfBoard(tx, id, deletedAt, now)
    const after = { name, position, taskCount }
    await emit({ type: 'board.restored', projectId, boardId: id, actorId: actor.id, after })
    return getBoardWithColumns(tx, id)
  })
}
