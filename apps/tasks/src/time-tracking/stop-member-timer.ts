import type { Emit } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { ActivityEvent, Event } from '#events.ts'
import { wholeSecond } from './interval-times.ts'
import { stopInterval } from './stop-interval.ts'
import { findUnstopped, holdTimer } from './time-interval.queries.ts'

/** When a member leaves or becomes a viewer, in the same transaction and before anything there locks a task. */
export async function stopMemberTimer(
  tx: Database,
  emit: Emit<Event>,
  { projectId, actorId, before: { userId } }: ActivityEvent<'member.removed' | 'member.role_changed'>,
  now: Date,
) {
  await holdTimer(tx, userId)
  const at = wholeSecond(now)
  const running = await findUnstopped(tx, userId, at)
  if (running?.task.projectId === projectId) await stopInterval(tx, emit, running, { actorId, at })
}
