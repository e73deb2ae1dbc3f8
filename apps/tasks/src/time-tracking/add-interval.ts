import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { timesOf, wholeSecond } from './interval-times.ts'
import { requireTrackable } from './require-trackable.ts'
import type { NewTimeInterval, TimeInterval } from './time-interval.contract.ts'
import { getInterval, holdTimer, insertInterval } from './time-interval.queries.ts'

/** By hand, afterwards. It may overlap with what is there: the summaries tell how much is counted twice. */
export function addInterval(deps: Deps, actor: Actor, input: NewTimeInterval): Promise<TimeInterval> {
  const { taskId, note } = input
  return inTransaction(deps, async tx => {
    await holdTimer(tx, actor.id)
    await requireTrackable(tx, actor, taskId)
    const now = deps.now()
    const times = timesOf(input, now)
    const id = await insertInterval(tx, { taskId, userId: actor.id, source: 'manual', note, ...times })
    return getInterval(tx, id, wholeSecond(now))
  })
}
