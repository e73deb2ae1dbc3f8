import { textOf } from '@atrium/core/catalogue'
import { DomainError, fieldText, ValidationFailed } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import { constraintErrors } from '@atrium/database/constraint-errors'
import { inOneTransaction } from '@atrium/database/outer-transaction'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { upsertRobot } from '#administration/synchronisation.queries.ts'
import { findActingRobot, getUserSettings } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { errorCatalogue } from '#errors.ts'
import type { Event } from '#events.ts'
import { causedBy } from '#projects/activity-cause.ts'
import { selectMatchingTasks } from '#tasks/matching-tasks.queries.ts'
import { findToday } from '#tasks/recurrence/recurrence.queries.ts'
import { listTasksOf } from '#tasks/task.queries.ts'
import { listManagerIds } from '#webhooks/webhook.queries.ts'
import type { PausedReason } from './automation.contract.ts'
import type { Failure, WaitingRun } from './run.queries.ts'
import * as queries from './run.queries.ts'
import { runAction } from './run-actions.ts'
import { findSaver } from './saver.ts'

/** A rule that starts another one, that starts another one: further down, nothing happens any more. */
export const MAX_DEPTH = 5
export const MAX_ACTIONS_PER_CAUSE = 100
export const MAX_FAILURES = 20

/** Works on the waiting runs of a project, one after the other. In maintenance mode they wait. */
export async function runProject(deps: Deps, projectId: number) {
  while (deps.notices.allowsBackgroundChanges() && (await runNext(deps, projectId)));
}

/**
 * Does everything that a run is about in one transaction, which also says that it is done: what is killed in between has done
 * nothing, and is done by another instance. Returns false if nothing waits.
 */
async function runNext(deps: Deps, projectId: number) {
  try {
    return await inOneTransaction(deps.db, async () => {
      const run = await queries.lockNextRun(deps.db, projectId)
      if (!run) return false
      await execute(deps, run)
      return true
    })
  } catch (error) {
    if (!(error instanceof FailedRun)) throw error
    await recordFailure(deps, error)
    return true
  }
}

/** Rolls back what the run has done so far. */
class FailedRun extends Error {
  readonly run: WaitingRun
  readonly failure: Failure

  constructor(run: WaitingRun, failure: Failure) {
    super(failure.code)
    this.run = run
    this.failure = failure
  }
}

async function execute(deps: Deps, run: WaitingRun) {
  const { db } = deps
  const now = deps.now().toISOString()
  const stop = (code: string, params?: Failure['params']) =>
    queries.finishRun(db, run.id, { status: 'stopped', failure: { code, ...(params && { params }) } }, now)
  if (!run.isEnabled) return stop('automation_paused')
  if (run.archivedAt) return stop('project_archived', { archivedAt: run.archivedAt })
  const found = await findSaver(db, run)
  if ('reason' in found) {
    await stop(`automation_${found.reason}`)
    return inTransaction(deps, (tx, emit) => pause(tx, emit, run.automationId, found.reason))
  }
  const { saver } = found
  const timeZone = run.trigger.timeZone ?? (await getUserSettings(db, saver.id)).timeZone ?? 'UTC'
  const today = await findToday(db, deps.now(), timeZone)
  const [task] = run.taskId === null ? [] : await listTasksOf(db, [run.taskId])
  if (run.taskId !== null && (task?.projectId !== run.projectId || task.deletedAt)) {
    return stop('automation_task_gone')
  }
  const isMatch = task
    ? await attempt(deps, run, null, () => matches(deps, saver, run, { taskId: task.id, today }))
    : true
  if (!isMatch) return queries.forgetRun(db, run, now)
  if (run.depth > MAX_DEPTH) return stop('automation_too_deep', { limit: MAX_DEPTH })
  if ((await queries.countActions(db, run)) + run.actions.length > MAX_ACTIONS_PER_CAUSE) {
    return stop('automation_too_many_actions', { limit: MAX_ACTIONS_PER_CAUSE })
  }
  const robot = await findRobot(deps, run)
  for (const [index, action] of run.actions.entries()) {
    // Each action sees what the ones before it have changed.
    const current = task && (await listTasksOf(db, [task.id]))[0]
    const cause = { automationRunId: run.id, application: run.name }
    await attempt(deps, run, index, () =>
      causedBy(cause, () => runAction(deps, { run, robot, task: current, today }, action)),
    )
  }
  await queries.finishRun(db, run.id, { status: 'done', actionCount: run.actions.length }, now)
  await queries.recordOutcome(db, run.automationId, false, now)
}

/** A refusal fails the run. What can succeed a moment later, such as a lost conflict, is left to be tried again. */
async function attempt<Result>(
  { log }: Deps,
  run: WaitingRun,
  action: number | null,
  work: () => Promise<Result>,
) {
  try {
    return await work()
  } catch (thrown) {
    const error = translate(thrown)
    if (!(error instanceof DomainError)) {
      log.error({ err: thrown }, 'an automation failed')
      throw new FailedRun(run, { code: 'internal_error', action })
    }
    if (error.statusCode >= 500) throw thrown
    const { code, params } = error
    const fields = error instanceof ValidationFailed ? { fields: error.fields } : {}
    throw new FailedRun(run, { code, params, ...fields, action })
  }
}

const translate = constraintErrors(errorCatalogue)

interface Matched {
  taskId: number
  today: string
}

/** Checked with the rights of the person who saved the rule: `me` is that person. */
export async function matches(
  { db, now }: Deps,
  saver: Actor,
  { projectId, condition }: Pick<WaitingRun, 'projectId' | 'condition'>,
  { taskId, today }: Matched,
) {
  if (condition.trim() === '') return true
  const selection = { projectId: String(projectId), ids: String(taskId), filter: condition, today }
  const tasks = await selectMatchingTasks(db, saver, selection, now())
  return (await tasks.select('tasks.id').execute()).length > 0
}

/** The user that the automations of a project act as: only in this project, and as far as its managers can. */
async function findRobot({ db, now }: Deps, { projectId, name }: WaitingRun): Promise<Actor> {
  const clientId = `automation:${projectId}`
  const known = await findActingRobot(db, clientId)
  const id = known?.id ?? (await upsertRobot(db, { clientId, name: 'Automation' }, now().toISOString()))
  return {
    id,
    passportId: 0,
    roles: [],
    permissions: new Set(['projects.manage.any']),
    grant: { scopes: ['tasks:write'], application: name, projectIds: [projectId] },
  }
}

/** Unless another instance was luckier in the meantime. */
function recordFailure(deps: Deps, { run, failure }: FailedRun) {
  return inTransaction(deps, async (tx, emit) => {
    const now = deps.now().toISOString()
    if (!(await queries.finishRun(tx, run.id, { status: 'failed', failure }, now))) return
    const failures = await queries.recordOutcome(tx, run.automationId, true, now)
    if (failures >= MAX_FAILURES) await pause(tx, emit, run.automationId, 'failing')
  })
}

/** Turns an automation off; the managers are notified. */
export async function pause(tx: Database, emit: Emit<Event>, id: number, reason: PausedReason) {
  const paused = await queries.pauseAutomation(tx, id, reason)
  if (!paused) return
  const { projectId, name } = paused
  const affectedIds = await listManagerIds(tx, projectId)
  const after = { automationId: id, name, reason }
  await emit({ type: 'automation.paused', projectId, actorId: null, affectedIds, after })
}

/** Why a run did nothing, in the reader's language. */
export function explainFailure({ code, params = {}, fields = {} }: Failure, language: Language) {
  const [wrong] = Object.entries(fields)
  if (!wrong) return textOf(errorCatalogue, language, code, params)
  const [error] = [wrong[1]].flat()
  return `${wrong[0]}: ${error === undefined ? code : fieldText(errorCatalogue, language, error)}`
}
