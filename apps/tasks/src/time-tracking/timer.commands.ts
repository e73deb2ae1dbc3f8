import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import type { ActivityEvent, Event } from '#events.ts'
import { lockMemberRole } from '#projects/record-access.queries.ts'
import { refuseOutsideToken } from '#projects/require-right.ts'
import { rights } from '#projects/rights.contract.ts'
import { isAtLeast } from '#projects/rights.ts'
import { lockAnyTask } from '#tasks/task.queries.ts'
import { wholeSecond } from './interval-times.ts'
import { requireTrackable } from './time-interval.commands.ts'
import type { TimeInterval, TimerStart, TimerStop } from './time-interval.contract.ts'
import * as queries from './time-interval.queries.ts'
import { findUnstoppedTimer, getInterval, lockTimer } from './time-interval.queries.ts'

const BATCH = 100

/** A timer on another task stops at the instant at which this one starts. */
export function startTimer(deps: Deps, actor: Actor, { taskId, note }: TimerStart) {
  return inTransaction(deps, async (tx, emit) => {
    await lockTimer(tx, actor.id)
    const { projectId, boardId } = await requireTrackable(tx, actor, taskId)
    const now = wholeSecond(deps.now())
    const running = await findUnstoppedTimer(tx, actor.id, now)
    if (running && running.taskId === taskId && !running.isCapped) {
      throw new Conflict('timer_already_running', { intervalId: running.id })
    }
    if (running) refuseOutsideToken(actor, running.task.projectId)
    const stopped = running ? await stopInterval(tx, emit, running, { actorId: actor.id, at: now }) : null
    const startedAt = stopped?.endedAt && stopped.endedAt > now ? stopped.endedAt : now
    const id = await queries.insertInterval(tx, {
      taskId,
      taskProjectId: projectId,
      userId: actor.id,
      startedAt,
      source: 'timer',
      note,
    })
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

/** Users can always stop their timer, even after they lost the right to track time on its task. */
export function stopTimer(deps: Deps, actor: Actor, { taskId }: TimerStop) {
  return inTransaction(deps, async (tx, emit) => {
    await lockTimer(tx, actor.id)
    const now = wholeSecond(deps.now())
    const running = await findUnstoppedTimer(tx, actor.id, now)
    if (running) refuseOutsideToken(actor, running.task.projectId)
    if (running?.taskId === taskId) {
      return stopInterval(tx, emit, running, { actorId: actor.id, at: now })
    }
    await requireTrackable(tx, actor, taskId)
    if (!running || running.isCapped) throw new Conflict('no_timer_running')
    throw new Conflict('timer_on_other_task', { runningTaskId: running.taskId })
  })
}

/** When a member leaves or becomes a viewer, in the same transaction and before anything there locks a task. */
export async function stopMemberTimer(
  tx: Database,
  emit: Emit<Event>,
  { projectId, actorId, before: { userId } }: ActivityEvent<'member.removed' | 'member.role_changed'>,
  now: Date,
) {
  await lockTimer(tx, userId)
  const at = wholeSecond(now)
  const running = await findUnstoppedTimer(tx, userId, at)
  if (running?.task.projectId === projectId) await stopInterval(tx, emit, running, { actorId, at })
}

/** Until the transaction ends, no timer starts or stops on the task, and no time is added to it. */
export async function lockTaskTimers(tx: Database, taskId: number) {
  for (const userId of await queries.listRunningUsers(tx, taskId)) await lockTimer(tx, userId)
  await queries.lockTimeOfTask(tx, taskId)
  // Started while this waited.
  for (const userId of await queries.listRunningUsers(tx, taskId)) await lockTimer(tx, userId)
}

/** When a task leaves the project, while it is still there: timers of users who cannot track time in the new one. */
export async function stopOutsideTimers(
  tx: Database,
  emit: Emit<Event>,
  { taskId = 0, actorId, after: { toProjectId } }: ActivityEvent<'task.moved_out'>,
  now: Date,
) {
  const userIds = await queries.listRunningUsers(tx, taskId)
  for (const userId of userIds) {
    const role = await lockMemberRole(tx, toProjectId, userId)
    if (role && isAtLeast(role, rights['time.write'])) continue
    const at = wholeSecond(now)
    const running = await findUnstoppedTimer(tx, userId, at)
    if (running?.taskId === taskId) await stopInterval(tx, emit, running, { actorId, at })
  }
}

export const forgottenTimersCrontab = '*/5 * * * * stop_forgotten_timers'

export function forgottenTimersTasks(deps: Deps) {
  return { stop_forgotten_timers: () => stopForgottenTimers(deps) }
}

/** Each in its own transaction, in the same lock order as starting and stopping. */
export async function stopForgottenTimers(deps: Deps) {
  for (;;) {
    const userIds = await queries.listForgottenUsers(deps.db, wholeSecond(deps.now()), BATCH)
    for (const userId of userIds) await stopForgottenTimer(deps, userId)
    if (userIds.length < BATCH) return
  }
}

function stopForgottenTimer(deps: Deps, userId: number) {
  return inTransaction(deps, async (tx, emit) => {
    await lockTimer(tx, userId)
    const at = wholeSecond(deps.now())
    const timer = await findUnstoppedTimer(tx, userId, at)
    if (timer?.isCapped) await stopInterval(tx, emit, timer, { actorId: null, at })
  })
}

/** Ends a running interval; a forgotten one ends where it was capped. The caller has locked the user's timer. */
async function stopInterval(
  tx: Database,
  emit: Emit<Event>,
  { id, taskId, userId, startedAt, endedAt, isCapped }: TimeInterval,
  { actorId, at }: { actorId: number | null; at: string },
) {
  // The task before the interval: deleting a task permanently locks them in this order too.
  const { projectId, boardId } = await lockAnyTask(tx, taskId)
  const end = endedAt ?? (at > startedAt ? at : startedAt) // the clocks of two instances may differ
  await queries.updateInterval(tx, id, { endedAt: end, isCapped, updatedAt: at })
  const stopped = await getInterval(tx, id, at)
  // Less than a second was a mistake.
  const discarded = stopped.duration === 0
  if (discarded) await queries.deleteInterval(tx, id)
  await emit({
    type: 'time.stopped',
    projectId,
    boardId,
    taskId,
    actorId,
    after: { intervalId: id, userId, seconds: stopped.duration ?? 0 },
  })
  return { ...stopped, ...(discarded && { discarded }) }
}
