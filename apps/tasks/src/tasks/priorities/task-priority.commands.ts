import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import type { NewTaskPriority, TaskPriority, TaskPriorityChanges } from './task-priority.contract.ts'
import * as queries from './task-priority.queries.ts'
import { clearDefaultPriority, getTaskPriority, lockTaskPriorities } from './task-priority.queries.ts'

export function createTaskPriority(deps: Deps, priority: NewTaskPriority): Promise<TaskPriority> {
  return inTransaction(deps, async tx => {
    await lockTaskPriorities(tx)
    if (priority.isDefault) await clearDefaultPriority(tx)
    return getTaskPriority(tx, await queries.insertTaskPriority(tx, priority))
  })
}

export function updateTaskPriority(
  deps: Deps,
  id: number,
  changes: TaskPriorityChanges,
): Promise<TaskPriority> {
  return inTransaction(deps, async tx => {
    await lockTaskPriorities(tx)
    const { isDefault, name } = await getTaskPriority(tx, id)
    if (isDefault && changes.isDefault === false) throw new Conflict('default_priority_required', { name })
    if (changes.isDefault && !isDefault) await clearDefaultPriority(tx)
    if (Object.keys(changes).length > 0) await queries.updateTaskPriority(tx, id, changes)
    return getTaskPriority(tx, id)
  })
}

/** The database refuses one that tasks still have. */
export function deleteTaskPriority(deps: Deps, id: number) {
  return inTransaction(deps, async tx => {
    await lockTaskPriorities(tx)
    const { isDefault, name } = await getTaskPriority(tx, id)
    if (isDefault) throw new Conflict('default_priority', { name })
    await queries.deleteTaskPriority(tx, id)
  })
}
