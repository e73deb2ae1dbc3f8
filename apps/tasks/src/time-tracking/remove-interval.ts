import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { holdInterval } from './hold-interval.ts'
import { wholeSecond } from './interval-times.ts'
import { deleteInterval } from './time-interval.queries.ts'

export function removeInterval(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { interval, task } = await holdInterval(tx, actor, id, wholeSecond(deps.now()))
    await deleteInterval(tx, id)
    if (interval.endedAt) return
    await emit({
      type: 'time.stopped',
      projectId: task.projectId,
      boardId: task.boardId,
      taskId: task.id,
      actorId: actor.id,
      after: { intervalId: id, userId: interval.userId, seconds: 0 },
    })
  })
}
