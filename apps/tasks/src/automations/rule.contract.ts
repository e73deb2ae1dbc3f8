import { Body, CalendarDate, Default, Id, Name, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { TimeZone } from '#administration/user.contract.ts'
import { LinkState } from '#git/repository.contract.ts'
import { TaskChanges } from '#tasks/task.contract.ts'
import { MAX_FILTER_LENGTH } from '#views/filter.contract.ts'

export const MAX_ACTIONS = 20
export const MAX_TEXT = 5000
export const MAX_NOTIFIED = 50

/** The fields of a task that a rule can watch, beside custom fields. */
export const watchedFields = [
  'title',
  'description',
  'priorityId',
  'assigneeId',
  'assigneeIds',
  'startDate',
  'dueDate',
  'estimateSeconds',
  'cycleId',
  'parentId',
  'columnId',
  'stickers',
] as const

export const TriggerType = OneOf(
  'created',
  'entered_column',
  'field_changed',
  'completed',
  'commented',
  'due_reached',
  'checklist_done',
  'git_event',
  'schedule',
  'button',
)
export type TriggerType = Static<typeof TriggerType>

export const Trigger = Body({
  type: TriggerType,
  columnId: Type.Optional({ ...Id, description: 'Of `entered_column`' }),
  field: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      if: { pattern: '^cf[1-9]\\d{0,14}$' },
      else: { enum: watchedFields },
      description: 'Of `field_changed`; `cf12` is the custom field 12; any field if left out',
    }),
  ),
  state: Type.Optional(
    Type.Unsafe<Static<typeof LinkState>>({
      ...LinkState,
      description: 'Of `git_event`: what the commit or pull request became; any if left out',
    }),
  ),
  at: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Of `schedule`: a time such as `09:00`, days and a time such as `mon,thu 09:00`, or five fields of cron. Of `due_reached`: a time of the due date, midnight if left out',
    }),
  ),
  timeZone: Type.Optional(
    Type.Unsafe<string>({
      ...TimeZone,
      description: 'Of `schedule` and `due_reached`; yours if left out, or UTC',
    }),
  ),
})
export type Trigger = Static<typeof Trigger>

/** A day, or one that depends on when the rule runs. */
const Day = Type.Unsafe<string | null>({
  ...Nullable(Type.String()),
  anyOf: [CalendarDate, { pattern: '^today([+-]\\d{1,4})?$' }, { type: 'null' }],
  errorCode: 'automation_day_expected',
  description: 'A date, or a day such as `today+7`',
})
const { title, description, priorityId, assigneeId, assigneeIds, estimateSeconds, cycleId, fields } =
  TaskChanges.properties

export const RuleChange = Type.Object(
  {
    title,
    description,
    priorityId,
    assigneeId,
    assigneeIds,
    startDate: Type.Optional(Day),
    dueDate: Type.Optional(Day),
    estimateSeconds,
    cycleId,
    fields,
  },
  { additionalProperties: false, minProperties: 1 },
)
export type RuleChange = Static<typeof RuleChange>

export const ActionType = OneOf(
  'set_fields',
  'move',
  'assign',
  'add_sticker',
  'remove_sticker',
  'comment',
  'notify',
  'create_from_template',
  'webhook',
)
export type ActionType = Static<typeof ActionType>

export const Action = Body({
  type: ActionType,
  change: Type.Optional(RuleChange),
  columnId: Type.Optional({ ...Id, description: 'Of `move`' }),
  assigneeIds: Type.Optional(assigneeIds),
  stickerId: Type.Optional({ ...Id, description: 'Of `add_sticker` and `remove_sticker`' }),
  text: Type.Optional(
    Type.String({
      maxLength: MAX_TEXT,
      pattern: '\\S',
      description:
        'Of `comment` and `notify`; can contain `{task.title}`, `{task.key}`, `{task.url}`, `{task.due}`, `{project.name}` and `{actor.name}`',
    }),
  ),
  userIds: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: MAX_NOTIFIED,
      uniqueItems: true,
      description: 'Of `notify`: members of the project',
    }),
  ),
  templateId: Type.Optional({
    ...Id,
    description: 'Of `create_from_template`: a template of a task; it becomes a sub-task of the task',
  }),
  webhookId: Type.Optional({ ...Id, description: 'Of `webhook`: a webhook of the project' }),
})
export type Action = Static<typeof Action>

export const Condition = Type.String({
  maxLength: MAX_FILTER_LENGTH,
  description: 'Which tasks, in the query language; all if empty',
})

export const rule = {
  trigger: Trigger,
  condition: Default(Condition, ''),
  actions: Type.Array(Action, { minItems: 1, maxItems: MAX_ACTIONS }),
}

/** A rule as it is stored: it was checked when it was saved. */
export const StoredTrigger = Type.Unsafe<Trigger>({
  type: 'object',
  additionalProperties: true,
  description: 'As it was sent, with the time zone',
})
export const StoredAction = Type.Unsafe<Action>({
  type: 'object',
  additionalProperties: true,
  description: 'As it was sent',
})

export const RuleName = Name(100)
