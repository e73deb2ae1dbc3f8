import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { wholeSecond } from './interval-times.ts'
import { requireTrackable } from './require-trackable.ts'
import { stopInterval } from './stop-interval.ts'
import type { TimerStop } from './time-interval.contract.ts'
import { findUnstopped, holdTimer } from './time-interval.queries.ts'

/** What runs may always be stopped, whatever has become of the task or of the right to track time on it. */
export function stopTimer(deps: Deps, actor: Actor, { taskId }: TimerStop) {
  return inTransaction(deps, async (tx, emit) => {
    await holdTimer(tx, actor.id)
    const now = wholeSecond(deps.now())
    const running = await findUnstopped(tx, actor.id, now)
    if (running?.taskId === taskId) {
      return stopInterval(tx, emit, running, { actorId: actor.id, at: now })
    }
    await requireTrackable(tx, actor, taskId)
    if (!running || running.isCapped) throw new Conflict('No timer is running')
    throw new Conflict('The timer runs on another task', { runningTaskId: running.taskId })
  })
}
