import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import type { NewTaskPriority, TaskPriority, TaskPriorityChanges } from './task-priority.contract.ts'
import * as queries from './task-priority.queries.ts'
import { clearDefaultPriority, getTaskPriority, lockTaskPriorities } from './task-priority.queries.ts'

export function createTaskPriority(
  deps: Deps,
  actor: Actor,
  priority: NewTaskPriority,
): Promise<TaskPriority> {
  return inTransaction(deps, async tx => {
    await lockTaskPriorities(tx)
    if (priority.isDefault) await clearDefaultPriority(tx)
    const id = await queries.insertTaskPriority(tx, priority)
    await audit(deps, tx, actor, record('priority.created', id, { name: priority.name }))
    return getTaskPriority(tx, id)
  })
}

export function updateTaskPriority(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: TaskPriorityChanges,
): Promise<TaskPriority> {
  return inTransaction(deps, async tx => {
    await lockTaskPriorities(tx)
    const { isDefault, name } = await getTaskPriority(tx, id)
    if (isDefault && changes.isDefault === false) throw new Conflict('default_priority_required', { name })
    if (changes.isDefault && !isDefault) await clearDefaultPriority(tx)
    if (Object.keys(changes).length > 0) {
      await queries.updateTaskPriority(tx, id, changes)
      await audit(deps, tx, actor, record('priority.updated', id, { fields: Object.keys(changes) }))
    }
    return getTaskPriority(tx, id)
  })
}

/** The database refuses one that tasks still have. */
export function deleteTaskPriority(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    await lockTaskPriorities(tx)
    const { isDefault, name } = await getTaskPriority(tx, id)
    if (isDefault) throw new Conflict('default_priority', { name })
    await queries.deleteTaskPriority(tx, id)
    await audit(deps, tx, actor, record('priority.deleted', id, { name }))
  })
}

function record(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'priority', subjectId, details }
}
