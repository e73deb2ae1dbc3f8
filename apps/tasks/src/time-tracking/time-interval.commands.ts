import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import type { RecordAccess } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { lockAnyTask, selectTaskAccess } from '#tasks/task.queries.ts'
import { aboutTask } from '#tasks/task-events.ts'
import { startOfRunning, timesOf, wholeSecond } from './interval-times.ts'
import type { NewTimeInterval, TimeInterval, TimeIntervalChanges } from './time-interval.contract.ts'
import * as queries from './time-interval.queries.ts'
import { getInterval, lockTimer } from './time-interval.queries.ts'

/** Overlaps are allowed; the summaries say how much is counted twice. */
export function createInterval(deps: Deps, actor: Actor, input: NewTimeInterval): Promise<TimeInterval> {
  const { taskId, note } = input
  return inTransaction(deps, async (tx, emit) => {
    await lockTimer(tx, actor.id)
    const { projectId, boardId } = await requireTrackable(tx, actor, taskId)
    const now = deps.now()
    const times = timesOf(input, now)
    const task = { taskId, taskProjectId: projectId }
    const interval = { ...task, userId: actor.id, source: 'manual', note, ...times }
    const id = await queries.insertInterval(tx, interval)
    const created = await getInterval(tx, id, wholeSecond(now))
    // What people enter for themselves is no news; what an agent does for them is.
    if (actor.grant?.agent) {
      const after = { intervalId: id, userId: actor.id, seconds: created.duration ?? 0 }
      await emit({ ...aboutTask(actor, { id: taskId, projectId, boardId }), type: 'time.stopped', after })
    }
    return created
  })
}

/**
 * Finds the task that a body names: it exists, is not deleted, and the actor is a member who can track time in its project,
 * which the task cannot leave until the transaction ends.
 */
export async function requireTrackable(tx: Database, actor: Actor, taskId: number) {
  await queries.keepTaskInProject(tx, taskId)
  const place = await selectTaskAccess(tx, actor.id)
    .where('tasks.id', '=', taskId)
    .select('tasks.boardId')
    .executeTakeFirst()
  if (!place) throw new NotFound('task_not_found')
  // The role counts alone: managing every project does not mean working on it.
  requireRight({ ...actor, permissions: new Set() }, place as RecordAccess, 'time.write')
  return { projectId: place.projectId, boardId: place.boardId }
}

export function updateInterval(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: TimeIntervalChanges,
): Promise<TimeInterval> {
  const { taskId, note } = changes
  return inTransaction(deps, async (tx, emit) => {
    const now = deps.now()
    const at = wholeSecond(now)
    const { interval, task } = await lockInterval(tx, actor, id, at)
    const times = interval.endedAt ? correctedTimes(interval, changes, now) : runningTimes(changes, now)
    if (taskId !== undefined) await requireSameProject(tx, actor, interval, taskId)
    await queries.updateInterval(tx, id, { taskId, note, ...times, updatedAt: at })
    const changed = await getInterval(tx, id, at)
    if (interval.userId !== actor.id) {
      const after = { ...recordedTime(changed), isNoteChanged: changed.note !== interval.note }
      await emit({ ...aboutTask(actor, task), type: 'time.updated', before: recordedTime(interval), after })
    }
    return changed
  })
}

/** Users change their own time; changing the time of others takes a right of its own. */
async function lockInterval(tx: Database, actor: Actor, id: number, now: string) {
  const { userId } = await getInterval(tx, id, now)
  await lockTimer(tx, userId)
  const interval = await getInterval(tx, id, now)
  const task = await lockAnyTask(tx, interval.taskId)
  const place = await queries.findIntervalAccess(tx, actor.id, id)
  if (!place) throw new NotFound('time_interval_not_found')
  requireRight(actor, place, userId === actor.id ? 'time.write' : 'time.any')
  return { interval, task }
}

function runningTimes({ startedAt, endedAt, duration, taskId }: TimeIntervalChanges, now: Date) {
  if (endedAt !== undefined || duration !== undefined || taskId !== undefined) {
    throw new Conflict('timer_running')
  }
  return startedAt === undefined ? {} : { startedAt: startOfRunning(startedAt, now) }
}

/** Missing fields keep their values. A corrected end clears the flag of a timer that was stopped automatically. */
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
  if (projectId !== task.projectId) throw new ValidationFailed({ taskId: 'in_other_project' })
}

export function deleteInterval(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { interval, task } = await lockInterval(tx, actor, id, wholeSecond(deps.now()))
    await queries.deleteInterval(tx, id)
    if (interval.userId !== actor.id) {
      await emit({ ...aboutTask(actor, task), type: 'time.deleted', before: recordedTime(interval) })
    }
    if (interval.endedAt) return
    await emit({
      ...aboutTask(actor, task),
      type: 'time.stopped',
      after: { intervalId: id, userId: interval.userId, seconds: 0 },
    })
  })
}

/** What the activity keeps of an interval that someone else changes or deletes. */
function recordedTime({ id: intervalId, userId, startedAt, endedAt }: TimeInterval) {
  return { intervalId, userId, startedAt, endedAt }
}
