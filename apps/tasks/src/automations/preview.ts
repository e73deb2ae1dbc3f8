import { listReply, type Page } from '@atrium/core/paging'
import type { Actor } from '#administration/actor.ts'
import { getUserSettings } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { findToday } from '#tasks/recurrence/recurrence.queries.ts'
import { addDays } from '#tasks/recurrence/rule-dates.contract.ts'
import type { AutomationPreview, PreviewedTask } from './automation.contract.ts'
import { checkRule, runsOncePerTick } from './check-rule.ts'
import { listMatching, listRecentEvents } from './preview.queries.ts'
import { eventTriggers, isStartedBy } from './triggers.ts'

const DAYS = 7
const ALL: Page = { page: 1, limit: 1000, offset: 0 }

/** What a rule would have matched in the last week. It has to be one that could be saved. */
export async function previewAutomation(deps: Deps, actor: Actor, input: AutomationPreview) {
  const { projectId, actions = [] } = input
  const { db } = deps
  const access = await findProjectAccess(db, actor.id, projectId)
  if (!access) throw new NotFound('project_not_found')
  requireRight(actor, access, 'automation.write')
  const rule = await checkRule(deps, actor, projectId, { ...input, actions })
  const items =
    actions.length > 0 && runsOncePerTick(rule) ? [] : await listTasks(deps, actor, projectId, rule)
  return { ...listReply(items, items.length, ALL), ids: items.map(({ id }) => id) }
}

type Rule = Awaited<ReturnType<typeof checkRule>>

async function listTasks(
  { db, now }: Deps,
  actor: Actor,
  projectId: number,
  { trigger, condition }: Rule,
): Promise<PreviewedTask[]> {
  const timeZone = trigger.timeZone ?? (await getUserSettings(db, actor.id)).timeZone ?? 'UTC'
  const today = await findToday(db, now(), timeZone)
  const selection = { projectId, condition, today }
  const types = eventTriggers[trigger.type]?.types
  if (!types) {
    const due = trigger.type === 'due_reached' ? { dueFrom: addDays(today, 1 - DAYS) } : {}
    const tasks = await listMatching(db, actor, { ...selection, ...due }, now())
    return tasks.map(task => ({ ...task, at: null }))
  }
  const since = new Date(now().getTime() - DAYS * 86_400_000).toISOString()
  const events = await listRecentEvents(db, projectId, types, since)
  const happened = new Map<number, string>()
  for (const event of events) {
    const { taskId } = event
    if (taskId !== null && !happened.has(taskId) && isStartedBy(trigger, event)) {
      happened.set(taskId, event.createdAt)
    }
  }
  if (happened.size === 0) return []
  const tasks = await listMatching(db, actor, { ...selection, taskIds: [...happened.keys()] }, now())
  return tasks
    .map(task => ({ ...task, at: happened.get(task.id) ?? null }))
    .sort((one, other) => (other.at ?? '').localeCompare(one.at ?? ''))
}
