import { randomUUID } from 'node:crypto'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Gone, ValidationFailed } from '#errors.ts'
import { findLastActivityId } from '#projects/activity.queries.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import { getTask } from '#tasks/task.queries.ts'
import type { Automation, AutomationChanges, ButtonPress, NewAutomation } from './automation.contract.ts'
import * as queries from './automation.queries.ts'
import { listPressable } from './buttons.ts'
import { checkRule } from './check-rule.ts'
import { enqueueRuns } from './enqueue-runs.ts'
import type { Trigger } from './rule.contract.ts'
import { getRun, type ListedRun } from './run.queries.ts'
import { nextTime, readSchedule } from './schedule-times.ts'

const MAX_AUTOMATIONS = 100

export async function createAutomation(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { name, isEnabled, ...given }: NewAutomation,
): Promise<Automation> {
  const rule = await checkRule(deps, actor, projectId, given)
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, projectId, 'automation.write')
    if ((await queries.countAutomations(tx, projectId)) >= MAX_AUTOMATIONS) {
      throw new Conflict('too_many_automations', { limit: MAX_AUTOMATIONS })
    }
    const id = await queries.insertAutomation(tx, projectId, {
      ...rule,
      name,
      isEnabled,
      pausedReason: null,
      savedBy: actor.id,
      failures: 0,
      ...(await sinceNow(tx, deps)),
      nextAt: isEnabled ? nextAt(rule.trigger, deps.now()) : null,
      updatedAt: deps.now().toISOString(),
    })
    const created = await queries.getAutomation(tx, id)
    await audit(deps, tx, actor, record('created', created))
    return created
  })
}

/** Turning it on again forgets what has happened meanwhile, and how often it failed. */
export async function updateAutomation(
  deps: Deps,
  actor: Actor,
  id: number,
  { name, isEnabled, ...changes }: AutomationChanges,
): Promise<Automation> {
  const { projectId, ...before } = await queries.getAutomation(deps.db, id)
  const { trigger, condition, actions } = { ...before, ...changes }
  const rule = await checkRule(deps, actor, projectId, { trigger, condition, actions })
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, projectId, 'automation.write')
    const current = await queries.getAutomation(tx, id)
    const isOn = isEnabled ?? current.isEnabled
    const isStarted = isOn && (!current.isEnabled || changes.trigger !== undefined)
    await queries.updateAutomation(tx, id, {
      ...(changes.trigger && { trigger: rule.trigger }),
      ...(changes.condition !== undefined && { condition }),
      ...(changes.actions && { actions }),
      ...(name !== undefined && { name }),
      savedBy: actor.id,
      isEnabled: isOn,
      ...(isEnabled !== undefined && { pausedReason: null }),
      ...(isStarted && { failures: 0, ...(await sinceNow(tx, deps)) }),
      ...(!isOn && { nextAt: null }),
      ...(isStarted && { nextAt: nextAt(rule.trigger, deps.now()) }),
      updatedAt: deps.now().toISOString(),
    })
    const updated = await queries.getAutomation(tx, id)
    await audit(deps, tx, actor, record('updated', updated))
    return updated
  })
}

export function deleteAutomation(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const automation = await queries.getAutomation(tx, id)
    await lockProjectWithRight(tx, actor, automation.projectId, 'automation.write')
    await queries.deleteAutomation(tx, id)
    await audit(deps, tx, actor, record('deleted', automation))
  })
}

/** Starts a run on a task of the automation's project, if its condition matches. */
export async function pressButton(
  deps: Deps,
  actor: Actor,
  id: number,
  { taskId }: ButtonPress,
): Promise<ListedRun> {
  const automation = await queries.getAutomation(deps.db, id)
  const { projectId, trigger, isEnabled } = automation
  if (trigger.type !== 'button') throw new Conflict('automation_not_a_button')
  if (!isEnabled) throw new Conflict('automation_disabled')
  const task = await getTask(deps.db, taskId).catch(() => undefined)
  if (task?.projectId !== projectId) throw new ValidationFailed({ taskId: 'does_not_exist' })
  if (task.deletedAt) throw new Gone('task_deleted', { deletedAt: task.deletedAt })
  const buttons = [{ ...automation, savedBy: automation.savedBy?.id ?? null }]
  if ((await listPressable(deps, projectId, taskId, buttons)).length === 0) {
    throw new Conflict('automation_condition_not_met')
  }
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, projectId, 'task.write')
    const occasion = `press:${randomUUID()}`
    const run = {
      projectId,
      automationId: id,
      occasion,
      taskId,
      actorId: actor.id,
      cause: occasion,
      depth: 1,
    }
    const [runId] = await enqueueRuns(tx, [run], deps.now())
    return getRun(tx, runId as number)
  })
}

async function sinceNow(tx: Database, { now }: Deps) {
  return { sinceEventId: await findLastActivityId(tx), enabledAt: now().toISOString() }
}

/** When a schedule comes next; null for other triggers. */
export function nextAt({ type, at = '', timeZone = 'UTC' }: Trigger, after: Date) {
  const schedule = type === 'schedule' ? readSchedule(at) : undefined
  return (schedule && nextTime(schedule, timeZone, after)?.toISOString()) ?? null
}

function record(verb: string, { id, projectId, name, trigger, actions, isEnabled }: Automation) {
  const details = {
    automationId: id,
    name,
    trigger: trigger.type,
    actions: actions.map(({ type }) => type),
    isEnabled,
  }
  return { action: `automation.${verb}`, subjectType: 'project' as const, subjectId: projectId, details }
}
