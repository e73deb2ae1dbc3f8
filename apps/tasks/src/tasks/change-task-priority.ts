import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import type { NewTaskPriority, TaskPriority, TaskPriorityChanges } from './task-priority.contract.ts'
import {
  clearDefaultPriority,
  deleteTaskPriority,
  getTaskPriority,
  holdTaskPriorities,
  insertTaskPriority,
  updateTaskPriority,
} from './task-priority.queries.ts'

export function createTaskPriority(deps: Deps, priority: NewTaskPriority): Promise<TaskPriority> {
  return inTransaction(deps, async tx => {
    await holdTaskPriorities(tx)
    if (priority.isDefault) await clearDefaultPriority(tx)
    return getTaskPriority(tx, await insertTaskPriority(tx, priority))
  })
}

export function changeTaskPriority(
  deps: Deps,
  id: number,
  changes: TaskPriorityChanges,
): Promise<TaskPriority> {
  return inTransaction(deps, async tx => {
    await holdTaskPriorities(tx)
    const { isDefault, name } = await getTaskPriority(tx, id)
    if (isDefault && changes.isDefault === false) {
      throw new Conflict(`${name} is the default priority; make another one the default instead`)
    }
    if (changes.isDefault && !isDefault) await clearDefaultPriority(tx)
    if (Object.keys(changes).length > 0) await updateTaskPriority(tx, id, changes)
    return getTaskPriority(tx, id)
  })
}

/** One that tasks still have is refused by the database. */
export function removeTaskPriority(deps: Deps, id: number) {
  return inTransaction(deps, async tx => {
    await holdTaskPriorities(tx)
    const { isDefault, name } = await getTaskPriority(tx, id)
    if (isDefault) throw new Conflict(`${name} is the default priority; make another one the default first`)
    await deleteTaskPriority(tx, id)
  })
}
