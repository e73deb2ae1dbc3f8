import { EntityNotFound } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { requireRight } from '#projects/require-right.ts'
import { lockAnyTask } from '#tasks/task.queries.ts'
import { findIntervalPlace, getInterval, holdTimer } from './time-interval.queries.ts'

/** As it stays until the transaction ends, for its owner or for whoever corrects everybody's time. */
export async function holdInterval(tx: Database, actor: Actor, id: number, now: string) {
  const { userId } = await getInterval(tx, id, now)
  await holdTimer(tx, userId)
  const interval = await getInterval(tx, id, now)
  const task = await lockAnyTask(tx, interval.taskId)
  const place = await findIntervalPlace(tx, actor.id, id)
  if (!place) throw new EntityNotFound('Time interval')
  requireRight(actor, place, userId === actor.id ? 'time.write' : 'time.any')
  return { interval, task }
}
