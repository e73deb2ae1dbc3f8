import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { wholeSecond } from './interval-times.ts'
import { requireTrackable } from './require-trackable.ts'
import { stopInterval } from './stop-interval.ts'
import type { TimerStart } from './time-interval.contract.ts'
import { findUnstopped, getInterval, holdTimer, insertInterval } from './time-interval.queries.ts'

/** What ran on another task ends at the instant at which this one begins. */
export function startTimer(deps: Deps, actor: Actor, { taskId, note }: TimerStart) {
  return inTransaction(deps, async (tx, emit) => {
    await holdTimer(tx, actor.id)
    const { projectId, boardId } = await requireTrackable(tx, actor, taskId)
    const now = wholeSecond(deps.now())
    const running = await findUnstopped(tx, actor.id, now)
    if (running && running.taskId === taskId && !running.isCapped) {
      throw new Conflict('The timer runs on this task already', { intervalId: running.id })
    }
    const stopped = running ? await stopInterval(tx, emit, running, { actorId: actor.id, at: now }) : null
    const startedAt = stopped?.endedAt && stopped.endedAt > now ? stopped.endedAt : now
    const id = await insertInterval(tx, { taskId, userId: actor.id, startedAt, source: 'timer', note })
    await emit({
      type: 'time.started',
      projectId,
      boardId,
      taskId,
      actorId: actor.id,
      after: { intervalId: id, userId: actor.id, startedAt },
    })
    return { item: await getInterval(tx, id, now), stopped }
  })
}
