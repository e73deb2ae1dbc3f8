import { inTransaction } from '@atrium/database/transaction'
import { getUserSettings } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { selectMatchingTasks } from '#tasks/matching-tasks.queries.ts'
import { findToday } from '#tasks/recurrence/recurrence.queries.ts'
import { nextAt } from './automation.commands.ts'
import { runsOncePerTick } from './check-rule.ts'
import {
  type DueSchedule,
  insertDueRuns,
  listDueSchedules,
  lockDueSchedule,
  moveSchedule,
} from './clock.queries.ts'
import { enqueueProjects, enqueueRuns, RUN_AUTOMATIONS } from './enqueue-runs.ts'
import { MAX_ACTIONS_PER_CAUSE, pause, runProject } from './execute-run.ts'
import { listWaitingProjects } from './run.queries.ts'
import { findSaver } from './saver.ts'

const START_AUTOMATIONS = 'start_automations'
const FORGOTTEN_AFTER_MS = 60_000

/** Every minute, on one instance. */
export const automationsCrontab = `* * * * * ${START_AUTOMATIONS}`

export function automationTasks(deps: Deps) {
  return {
    [RUN_AUTOMATIONS]: ({ projectId }: { projectId: number }) => runProject(deps, projectId),
    [START_AUTOMATIONS]: () => startByClock(deps),
  }
}

/** Starts what is due, and goes on with runs that an instance has left behind. A failure does not stop the others. */
export async function startByClock(deps: Deps) {
  const { db, log } = deps
  if (!deps.notices.allowsBackgroundChanges()) return
  const now = deps.now()
  for (const id of await listDueSchedules(db, now.toISOString())) {
    await inTransaction(deps, async (tx, emit) => {
      const schedule = await lockDueSchedule(tx, id, now.toISOString())
      if (!schedule) return
      const found = await findSaver(tx, schedule)
      if ('reason' in found) return pause(tx, emit, id, found.reason)
      const taskIds = await listTaskIds(tx, deps, schedule, found.saver)
      await startSchedule(tx, deps, schedule, taskIds)
    }).catch(error => log.error({ err: error, automationId: id }, 'a scheduled automation could not start'))
  }
  await inTransaction(deps, async tx => {
    const projectIds = await insertDueRuns(tx, now.toISOString())
    if (projectIds.length > 0) await enqueueProjects(tx, projectIds)
  })
  const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString()
  for (const projectId of await listWaitingProjects(db, before)) await runProject(deps, projectId)
}

/** The tasks that a schedule is about; undefined if it runs once, without a task. A condition that no longer works is reported by the run. */
async function listTaskIds(
  tx: Database,
  { now }: Deps,
  schedule: DueSchedule,
  saver: Parameters<typeof selectMatchingTasks>[1],
) {
  if (runsOncePerTick(schedule)) return undefined
  const { projectId, condition, actions, trigger } = schedule
  const timeZone = trigger.timeZone ?? (await getUserSettings(tx, saver.id)).timeZone ?? 'UTC'
  const today = await findToday(tx, now(), timeZone)
  const selection = { projectId: String(projectId), filter: condition, today }
  const tasks = await selectMatchingTasks(tx, saver, selection, now())
  const limit = Math.ceil(MAX_ACTIONS_PER_CAUSE / actions.length) + 1
  const rows = await tasks.select('tasks.id').orderBy('tasks.id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** One run for each task; the one that would exceed the number of actions says so. After a downtime, what was missed comes once. */
async function startSchedule(tx: Database, deps: Deps, schedule: DueSchedule, taskIds: number[] | undefined) {
  const { id: automationId, projectId, trigger, nextAt: due } = schedule
  const cause = `tick:${automationId}:${due}`
  const run = { projectId, automationId, actorId: null, cause, depth: 1 }
  const runs = taskIds
    ? taskIds.map(taskId => ({ ...run, taskId, occasion: `tick:${due}:${taskId}` }))
    : [{ ...run, taskId: null, occasion: `tick:${due}` }]
  await enqueueRuns(tx, runs, deps.now())
  await moveSchedule(tx, automationId, nextAt(trigger, deps.now()))
}
