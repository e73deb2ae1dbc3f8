import type { Actor } from '#administration/actor.ts'
import { getTimeZone } from '#administration/user.commands.ts'
import { getUserSettings } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import { selectMatchingTasks } from '#tasks/matching-tasks.queries.ts'
import { findCustomFields, withCustomFields } from '#views/custom-fields.ts'
import { readFilter } from '#views/read-filter.ts'
import { listWebhookIds } from '#webhooks/webhook.queries.ts'
import { unknownPlaceholder } from './placeholders.ts'
import * as queries from './references.queries.ts'
import type { Action, ActionType, Trigger, TriggerType } from './rule.contract.ts'
import { nextTime, readSchedule } from './schedule-times.ts'

export interface Rule {
  trigger: Trigger
  condition: string
  actions: Action[]
}

const triggerParts: Record<TriggerType, (keyof Trigger)[]> = {
  created: [],
  entered_column: ['columnId'],
  field_changed: ['field'],
  completed: [],
  commented: [],
  due_reached: ['at', 'timeZone'],
  checklist_done: [],
  git_event: ['state'],
  schedule: ['at', 'timeZone'],
  button: [],
}
const neededParts: Partial<Record<TriggerType, keyof Trigger>> = {
  entered_column: 'columnId',
  schedule: 'at',
}

const actionParts: Record<ActionType, (keyof Action)[]> = {
  set_fields: ['change'],
  move: ['columnId'],
  assign: ['assigneeIds'],
  add_sticker: ['stickerId'],
  remove_sticker: ['stickerId'],
  comment: ['text'],
  notify: ['userIds', 'text'],
  create_from_template: ['templateId'],
  webhook: ['webhookId'],
}

/** What works without a task: a schedule whose actions all do, and that has no condition, runs once rather than for each task. */
const withoutTask: ActionType[] = ['notify', 'create_from_template', 'webhook']

export function runsOncePerTick({ trigger, condition, actions }: Rule) {
  return (
    trigger.type === 'schedule' &&
    condition.trim() === '' &&
    actions.every(({ type }) => withoutTask.includes(type))
  )
}

type FieldErrors = ConstructorParameters<typeof ValidationFailed>[0]

/** Returns the rule with the time zone that it depends on. Everything that it names has to be in the project. */
export async function checkRule(deps: Deps, actor: Actor, projectId: number, rule: Rule): Promise<Rule> {
  const errors = { ...triggerErrors(rule.trigger), ...actionErrors(rule.actions) }
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  const trigger = await withTimeZone(deps, actor, rule.trigger)
  await checkCondition(deps, actor, projectId, rule.condition)
  await checkReferences(deps.db, projectId, rule)
  return { ...rule, trigger }
}

function triggerErrors(trigger: Trigger): FieldErrors {
  const { type, at } = trigger
  const needed = neededParts[type]
  if (needed && trigger[needed] === undefined) return { [`trigger.${needed}`]: 'required' }
  const known: string[] = ['type', ...triggerParts[type]]
  const unknown = Object.keys(trigger).find(name => !known.includes(name))
  if (unknown) return { [`trigger.${unknown}`]: 'unknown_field' }
  if (at === undefined) return {}
  const schedule = readSchedule(at)
  const isClock = /^\d\d?:\d\d$/.test(at.trim())
  const isGood = schedule && (type === 'schedule' || isClock) && nextTime(schedule, 'UTC', new Date())
  return isGood
    ? {}
    : { 'trigger.at': type === 'schedule' ? 'automation_schedule_expected' : 'time_of_day_expected' }
}

function actionErrors(actions: Action[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const [index, action] of actions.entries()) {
    const parts = actionParts[action.type]
    const missing = parts.find(part => action[part] === undefined)
    const known: string[] = ['type', ...parts]
    const unknown = Object.keys(action).find(name => !known.includes(name))
    if (missing) errors[`actions.${index}.${missing}`] = 'required'
    else if (unknown) errors[`actions.${index}.${unknown}`] = 'unknown_field'
    const placeholder = action.text && unknownPlaceholder(action.text)
    if (placeholder) errors[`actions.${index}.text`] = { code: 'automation_placeholder_unknown', placeholder }
  }
  return errors
}

async function withTimeZone(deps: Deps, actor: Actor, trigger: Trigger): Promise<Trigger> {
  if (trigger.type !== 'schedule' && trigger.type !== 'due_reached') return trigger
  const { timeZone } = trigger
  if (!timeZone) return { ...trigger, timeZone: (await getUserSettings(deps.db, actor.id)).timeZone ?? 'UTC' }
  const known = await getTimeZone(deps, timeZone).catch(() => {
    throw new ValidationFailed({ 'trigger.timeZone': 'time_zone_expected' })
  })
  return { ...trigger, timeZone: known }
}

/** Reads it as the list of tasks would, so that a rule that cannot run is not saved. */
async function checkCondition(deps: Deps, actor: Actor, projectId: number, condition: string) {
  readFilter(condition, withCustomFields(await findCustomFields(deps.db, actor, condition)), 'condition')
  const selection = { projectId: String(projectId), filter: condition }
  const tasks = await selectMatchingTasks(deps.db, actor, selection, deps.now())
  await tasks.select('tasks.id').limit(1).execute()
}

/** One statement for each kind of record. */
async function checkReferences(db: Database, projectId: number, { trigger, actions }: Rule) {
  const named: { field: string; kind: keyof typeof found; ids: number[] }[] = []
  const name = (field: string, kind: keyof typeof found, ...ids: (number | null | undefined)[]) => {
    const given = ids.filter(id => id !== null && id !== undefined)
    if (given.length > 0) named.push({ field, kind, ids: given })
  }
  const found = {
    columns: queries.listColumnIds,
    people: queries.listAssignableIds,
    members: queries.listMemberIds,
    stickers: queries.listStickerIds,
    templates: queries.listTemplateIds,
    webhooks: listWebhookIds,
    priorities: queries.listPriorityIds,
    cycles: queries.listCycleIds,
    fields: queries.listFieldIds,
  }
  name('trigger.columnId', 'columns', trigger.columnId)
  if (trigger.field?.startsWith('cf')) name('trigger.field', 'fields', Number(trigger.field.slice(2)))
  for (const [index, action] of actions.entries()) {
    const at = `actions.${index}`
    const { change = {} } = action
    name(`${at}.columnId`, 'columns', action.columnId)
    name(`${at}.assigneeIds`, 'people', ...(action.assigneeIds ?? []))
    name(`${at}.stickerId`, 'stickers', action.stickerId)
    name(`${at}.userIds`, 'members', ...(action.userIds ?? []))
    name(`${at}.templateId`, 'templates', action.templateId)
    name(`${at}.webhookId`, 'webhooks', action.webhookId)
    name(`${at}.change.priorityId`, 'priorities', change.priorityId)
    name(`${at}.change.assigneeId`, 'people', change.assigneeId)
    name(`${at}.change.assigneeIds`, 'people', ...(change.assigneeIds ?? []))
    name(`${at}.change.cycleId`, 'cycles', change.cycleId)
    name(`${at}.change.fields`, 'fields', ...Object.keys(change.fields ?? {}).map(Number))
  }
  const kinds = [...new Set(named.map(({ kind }) => kind))]
  const here = new Map(
    await Promise.all(
      kinds.map(async kind => {
        const ids = [...new Set(named.filter(one => one.kind === kind).flatMap(one => one.ids))]
        return [kind, await found[kind](db, projectId, ids)] as const
      }),
    ),
  )
  const wrong = named.filter(({ kind, ids }) => ids.some(id => !here.get(kind)?.includes(id)))
  if (wrong.length === 0) return
  const codeOf = (kind: string) =>
    kind === 'people' || kind === 'members' ? 'automation_person_expected' : 'does_not_exist'
  throw new ValidationFailed(Object.fromEntries(wrong.map(({ field, kind }) => [field, codeOf(kind)])))
}
