import { Conflict, ValidationFailed } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { holdInterval } from './hold-interval.ts'
import { startOfRunning, timesOf, wholeSecond } from './interval-times.ts'
import { requireTrackable } from './require-trackable.ts'
import type { TimeInterval, TimeIntervalChanges } from './time-interval.contract.ts'
import { getInterval, updateInterval } from './time-interval.queries.ts'

export function changeInterval(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: TimeIntervalChanges,
): Promise<TimeInterval> {
  const { taskId, note } = changes
  return inTransaction(deps, async tx => {
    const now = deps.now()
    const at = wholeSecond(now)
    const { interval } = await holdInterval(tx, actor, id, at)
    const times = interval.endedAt ? correctedTimes(interval, changes, now) : runningTimes(changes, now)
    if (taskId !== undefined) await requireSameProject(tx, actor, interval, taskId)
    await updateInterval(tx, id, { taskId, note, ...times, updatedAt: at })
    return getInterval(tx, id, at)
  })
}

function runningTimes({ startedAt, endedAt, duration, taskId }: TimeIntervalChanges, now: Date) {
  if (endedAt !== undefined || duration !== undefined || taskId !== undefined) {
    throw new Conflict('The timer is running; stop it first')
  }
  return startedAt === undefined ? {} : { startedAt: startOfRunning(startedAt, now) }
}

/** What is not given stays. Whoever states when it ended has answered the question that the flag asks. */
function correctedTimes(interval: TimeInterval, changes: TimeIntervalChanges, now: Date) {
  const { startedAt, endedAt, duration } = changes
  if (startedAt === undefined && endedAt === undefined && duration === undefined) return {}
  const hasEnd = endedAt !== undefined || duration !== undefined
  const given = { startedAt: startedAt ?? interval.startedAt, endedAt, duration }
  const times = timesOf(hasEnd ? given : { ...given, endedAt: interval.endedAt ?? undefined }, now)
  return { ...times, isCapped: interval.isCapped && !hasEnd }
}

async function requireSameProject(tx: Database, actor: Actor, { task }: TimeInterval, taskId: number) {
  const { projectId } = await requireTrackable(tx, actor, taskId)
  if (projectId !== task.projectId) throw new ValidationFailed({ taskId: ['belongs to another project'] })
}
