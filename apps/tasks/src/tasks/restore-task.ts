import { Conflict, Forbidden } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { findFirstColumn, lockColumns } from '#boards/column.queries.ts'
import type { Database, Deps } from '#deps.ts'
import { may } from '#projects/rights.ts'
import { inTask } from './emit-task-changes.ts'
import { enterColumn } from './enter-column.ts'
import type { Task } from './task.contract.ts'
import { getTask, type HeldTask, holdAnyTask, updateTask } from './task.queries.ts'
import { findAnyTaskPlace } from './task-place.queries.ts'

/** Back into its column, or the board's first when that is gone. */
export function restoreTask(deps: Deps, actor: Actor, id: number): Promise<Task> {
  return inTransaction(deps, async (tx, emit) => {
    const column = await holdColumnFor(tx, await getTask(tx, id))
    const task = await holdAnyTask(tx, id)
    if (!task.deletedAt) throw new Conflict('The task is not deleted')
    await refuseForeign(tx, actor, task)
    const now = deps.now()
    const entered = await enterColumn(tx, column, task, { force: true, now })
    const isBack = {
      deletedAt: null,
      deletedBy: null,
      version: task.version + 1,
      updatedAt: now.toISOString(),
    }
    await updateTask(tx, id, { ...entered, ...isBack })
    const restored = await getTask(tx, id)
    await emit({ ...inTask(actor, restored), type: 'task.restored', after: { columnId: column.id } })
    return restored
  })
}

async function holdColumnFor(tx: Database, { boardId, columnId }: Task) {
  const [own] = await lockColumns(tx, [columnId])
  if (own) return own
  const firstId = await findFirstColumn(tx, { boardId })
  const [first] = firstId ? await lockColumns(tx, [firstId]) : []
  if (!first) throw new Conflict('The board of this task is deleted; restore the board first', { boardId })
  return first
}

/** What somebody else made and threw away is for a manager to bring back. */
async function refuseForeign(tx: Database, actor: Actor, { id, creatorId, deletedBy }: HeldTask) {
  if (creatorId === actor.id || deletedBy === actor.id) return
  const place = await findAnyTaskPlace(tx, actor.id, id)
  if (place && may(actor, place.role, 'task.restore.any')) return
  throw new Forbidden('Only a manager restores what others have deleted', {
    details: { right: 'task.restore.any' },
  })
}
