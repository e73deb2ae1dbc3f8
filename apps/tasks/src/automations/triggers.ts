import type { ActivityType } from '#events.contract.ts'
import type { StoredEvent } from '#projects/activity.queries.ts'
import type { Trigger, TriggerType } from './rule.contract.ts'

/** What both sides of a stored event can have; which of it depends on the type. */
type Side = Record<string, unknown> & { fields?: Record<string, unknown> }

type Matches = (trigger: Trigger, event: { type: ActivityType; before: Side; after: Side }) => boolean

interface EventTrigger {
  /** The types of events to look at. */
  types: ActivityType[]
  /** Whether it happened: a field that was set to what it was before has not changed. */
  matches: Matches
}

/** What starts a rule, for each kind of trigger that follows events. The clock and buttons start the others. */
export const eventTriggers: Partial<Record<TriggerType, EventTrigger>> = {
  created: { types: ['task.created'], matches: () => true },
  entered_column: {
    types: ['task.created', 'task.moved', 'task.moved_in'],
    matches: ({ columnId }, { before, after }) => after.columnId === columnId && before.columnId !== columnId,
  },
  field_changed: {
    types: [
      'task.updated',
      'task.assigned',
      'task.parent_changed',
      'task.moved',
      'sticker.attached',
      'sticker.detached',
    ],
    matches: ({ field }, event) =>
      field === undefined ? changedFields(event).length > 0 : changedFields(event).includes(field),
  },
  completed: {
    types: ['task.moved'],
    matches: (_, { before, after }) => Boolean(after.completedAt) && !before.completedAt,
  },
  commented: { types: ['comment.created'], matches: () => true },
  checklist_done: {
    types: ['checklist.updated'],
    matches: (_, { after }) => after.isChecklistDone === true,
  },
  git_event: {
    types: ['link.added', 'link.updated'],
    matches: ({ state }, { before, after }) =>
      before.state !== after.state && (state === undefined || after.state === state),
  },
}

export const watchedTypes = [
  ...new Set(Object.values(eventTriggers).flatMap(({ types }) => types)),
] as ActivityType[]

/** Whether the event starts a rule with this trigger. Nothing that happens to a task in the trash does. */
export function isStartedBy(trigger: Trigger, { type, taskId, before, after }: StoredEvent) {
  const known = eventTriggers[trigger.type]
  const event = { type: type as ActivityType, before: before as Side, after: after as Side }
  if (!known?.types.includes(event.type) || taskId === null || event.after.deletedAt) return false
  return known.matches(trigger, event)
}

const single: Partial<Record<ActivityType, string>> = {
  'sticker.attached': 'stickers',
  'sticker.detached': 'stickers',
}

function changedFields({ type, before, after }: Parameters<Matches>[1]) {
  const only = single[type]
  if (only) return [only]
  const names = ['task.moved', 'task.parent_changed', 'task.assigned'].includes(type)
    ? Object.keys(after).filter(name => placeFields.includes(name))
    : Object.keys(after)
  const changed = names.filter(name => !withoutTrigger.includes(name) && isChanged(before[name], after[name]))
  return [...changed, ...Object.keys(after.fields ?? {}).map(id => `cf${id}`)]
}

/** Custom fields are named one by one; a task that leaves the board after completion is still the same task. */
const withoutTrigger = ['fields', 'archivedAt']

/** A move also records what follows from it. */
const placeFields = ['columnId', 'parentId', 'assigneeId', 'assigneeIds']

function isChanged(before: unknown, after: unknown) {
  return JSON.stringify(before ?? null) !== JSON.stringify(after ?? null)
}
