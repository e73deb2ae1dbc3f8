import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { wholeSecond } from './interval-times.ts'
import { stopInterval } from './stop-interval.ts'
import { findUnstopped, holdTimer, listForgottenUsers } from './time-interval.queries.ts'

const BATCH = 100

/** Which job is to run when, for every instance together. */
export const forgottenTimersCrontab = '*/5 * * * * stop_forgotten_timers'

export function forgottenTimersTasks(deps: Deps) {
  return { stop_forgotten_timers: () => stopForgottenTimers(deps) }
}

/** Each in a transaction of its own, in the order of locks that a start and a stop have. */
export async function stopForgottenTimers(deps: Deps) {
  for (;;) {
    const userIds = await listForgottenUsers(deps.db, wholeSecond(deps.now()), BATCH)
    for (const userId of userIds) await stopForgottenTimer(deps, userId)
    if (userIds.length < BATCH) return
  }
}

function stopForgottenTimer(deps: Deps, userId: number) {
  return inTransaction(deps, async (tx, emit) => {
    await holdTimer(tx, userId)
    const at = wholeSecond(deps.now())
    const timer = await findUnstopped(tx, userId, at)
    if (timer?.isCapped) await stopInterval(tx, emit, timer, { actorId: null, at })
  })
}
