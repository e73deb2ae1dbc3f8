import { EntityNotFound } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { updateBoard } from './board.queries.ts'
import { deleteTasksOfBoard } from './board-tasks.queries.ts'
import { holdWholeBoard } from './hold-board.ts'

/** Its tasks go with it, at the same instant: by that they are known when it is restored. */
export function deleteBoard(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, name, deletedAt } = await holdWholeBoard(tx, actor, id)
    if (deletedAt) throw new EntityNotFound('Board')
    const now = deps.now().toISOString()
    const taskCount = await deleteTasksOfBoard(tx, id, { deletedAt: now, deletedBy: actor.id })
    await updateBoard(tx, id, { deletedAt: now, position: null, updatedAt: now })
    const before = { name, taskCount }
    await emit({ type: 'board.deleted', projectId, boardId: id, actorId: actor.id, before })
  })
}
