import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { eventOf } from './announce-task-changes.ts'
import { removeTasks } from './remove-tasks.ts'
import { getTask, holdAnyTask } from './task.queries.ts'

/** For good, with all that hangs on it; its story stays in the project's activity. */
export function removeTask(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, announce) => {
    await holdAnyTask(tx, id)
    const task = await getTask(tx, id)
    await removeTasks(tx, [id])
    await announce({
      ...eventOf('task.removed', actor, task),
      before: { title: task.title, number: task.number },
    })
  })
}
