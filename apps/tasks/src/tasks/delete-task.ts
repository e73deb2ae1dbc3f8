import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { inTask } from './emit-task-changes.ts'
import { getTask, holdAnyTask, updateTask } from './task.queries.ts'

/** Into the trash; a task that is there already stays there. */
export function deleteTask(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { deletedAt, version, title, columnId } = await holdAnyTask(tx, id)
    if (deletedAt) return
    const now = deps.now().toISOString()
    const isGone = { deletedAt: now, deletedBy: actor.id, position: null }
    await updateTask(tx, id, { ...isGone, version: version + 1, updatedAt: now })
    const deleted = await getTask(tx, id)
    await emit({ ...inTask(actor, deleted), type: 'task.deleted', before: { title, columnId } })
  })
}
