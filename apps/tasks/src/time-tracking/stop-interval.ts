import type { Emit } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { Event } from '#events.ts'
import { lockAnyTask } from '#tasks/task.queries.ts'
import type { TimeInterval } from './time-interval.contract.ts'
import { deleteInterval, getInterval, updateInterval } from './time-interval.queries.ts'

/** Ends a running interval, one that was forgotten where it has been capped. Who calls holds its user's timer. */
export async function stopInterval(
  tx: Database,
  emit: Emit<Event>,
  { id, taskId, userId, startedAt, endedAt, isCapped }: TimeInterval,
  { actorId, at }: { actorId: number | null; at: string },
) {
  // Before the interval: whoever removes a task for good takes its intervals after it.
  const { projectId, boardId } = await lockAnyTask(tx, taskId)
  const end = endedAt ?? (at > startedAt ? at : startedAt) // clocks of two instances may differ
  await updateInterval(tx, id, { endedAt: end, isCapped, updatedAt: at })
  const stopped = await getInterval(tx, id, at)
  // Less than a second is a slip of the hand: it is answered as stopped, and not kept.
  if (stopped.duration === 0) await deleteInterval(tx, id)
  await emit({
    type: 'time.stopped',
    projectId,
    boardId,
    taskId,
    actorId,
    after: { intervalId: id, userId, seconds: stopped.duration ?? 0 },
  })
  return stopped
}
