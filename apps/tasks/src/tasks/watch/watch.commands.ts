import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { Forbidden } from '#errors.ts'
import { isMember } from '#projects/record-access.queries.ts'
import { lockTask } from '../task.queries.ts'
import type { TaskWatch } from './watch.contract.ts'
import { getTaskWatch, setWatching } from './watch.queries.ts'

export function watchTask(deps: Deps, actor: Actor, id: number) {
  return changeWatch(deps, actor, id, true)
}

/** For someone who takes part in the task, this mutes it. */
export function unwatchTask(deps: Deps, actor: Actor, id: number) {
  return changeWatch(deps, actor, id, false)
}

/** The task is locked, so that it does not leave the project in between. */
function changeWatch(deps: Deps, actor: Actor, taskId: number, isWatching: boolean): Promise<TaskWatch> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, boardId } = await lockTask(tx, taskId)
    // Only members are notified.
    if (!(await isMember(tx, projectId, actor.id))) {
      throw new Forbidden('not_a_member', { right: 'project.read' })
    }
    const watch = { taskId, projectId, userId: actor.id, isWatching }
    if (await setWatching(tx, watch, deps.now().toISOString())) {
      const type = isWatching ? 'task.watched' : 'task.unwatched'
      const after = { userId: actor.id }
      await emit({ type, projectId, boardId, taskId, actorId: actor.id, after })
    }
    return getTaskWatch(tx, actor.id, { id: taskId, projectId })
  })
}
