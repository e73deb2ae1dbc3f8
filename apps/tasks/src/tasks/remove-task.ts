import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { inTask } from './emit-task-changes.ts'
import { removeTasks } from './remove-tasks.ts'
import { getTask, holdAnyTask } from './task.queries.ts'

/** For good, with all that hangs on it; its story stays in the project's activity. */
export function removeTask(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    await holdAnyTask(tx, id)
    const task = await getTask(tx, id)
    await removeTasks(tx, [id])
    await emit({
      ...inTask(actor, task),
      type: 'task.removed',
      before: { title: task.title, number: task.number },
    })
  })
}
