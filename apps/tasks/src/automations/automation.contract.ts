import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  Default,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Nullable,
  OneOf,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, limitable, signedIn, withScope } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'
import { Condition, RuleName, rule, StoredAction, StoredTrigger } from './rule.contract.ts'

export const PausedReason = OneOf('failing', 'saver_left', 'saver_archived', 'saver_rights')
export type PausedReason = Static<typeof PausedReason>

export const RunStatus = OneOf('waiting', 'done', 'stopped', 'failed')
export type RunStatus = Static<typeof RunStatus>

export const Automation = Type.Object({
  id: Id,
  projectId: Id,
  name: Type.String(),
  trigger: StoredTrigger,
  condition: Type.String(),
  actions: Type.Array(StoredAction),
  isEnabled: Type.Boolean(),
  pausedReason: Nullable({
    ...PausedReason,
    description: 'Why Atrium turned it off; null if it is on, or a person turned it off',
  }),
  savedBy: Type.Union([UserSummary, Type.Null()], {
    description: 'Who saved it last: it can do what this person can do',
  }),
  nextAt: Nullable({ ...Instant, description: 'When its schedule comes next' }),
  lastRun: Type.Union([Type.Object({ status: RunStatus, at: Instant }), Type.Null()]),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Automation = Static<typeof Automation>

const isEnabled = Type.Boolean()

export const NewAutomation = Body({ name: RuleName, ...rule, isEnabled: Default(isEnabled, true) })
export type NewAutomation = Static<typeof NewAutomation>

export const AutomationChanges = Body({
  name: Type.Optional(RuleName),
  trigger: Type.Optional(rule.trigger),
  condition: Type.Optional(Condition),
  actions: Type.Optional(rule.actions),
  isEnabled: Type.Optional(isEnabled),
})
export type AutomationChanges = Static<typeof AutomationChanges>

export const AutomationRun = Type.Object({
  id: Id,
  automationId: Id,
  status: RunStatus,
  task: Type.Union([Type.Object({ id: Id, number: Id, title: Type.String() }), Type.Null()], {
    description: 'Null without a task, and once the task is gone',
  }),
  actor: Type.Union([UserSummary, Type.Null()], {
    description: 'Who pressed the button, or did what started the run',
  }),
  depth: Type.Integer({ description: '1, or more if another automation started it' }),
  actionCount: Type.Integer({ description: 'How many actions it has done' }),
  failure: Type.Union(
    [
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        action: Nullable({ ...Type.Integer(), description: 'Which action failed; the first one is 0' }),
      }),
      Type.Null(),
    ],
    { description: 'Why it failed or was stopped; nothing of it was done then' },
  ),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
})
export type AutomationRun = Static<typeof AutomationRun>

export const AutomationButton = Type.Object({ id: Id, name: Type.String() })
export type AutomationButton = Static<typeof AutomationButton>

export const AutomationPreview = Body({
  projectId: Id,
  name: Type.Optional(RuleName),
  trigger: rule.trigger,
  condition: rule.condition,
  actions: Type.Optional(rule.actions),
  isEnabled: Type.Optional(isEnabled),
})
export type AutomationPreview = Static<typeof AutomationPreview>

export const PreviewedTask = Type.Object({
  id: Id,
  number: Id,
  title: Type.String(),
  at: Nullable({ ...Instant, description: 'When it last happened; null if the clock or a button starts it' }),
})
export type PreviewedTask = Static<typeof PreviewedTask>

export const ButtonPress = Body({ taskId: Id })
export type ButtonPress = Static<typeof ButtonPress>

const contract = contractsOf('Automations')
/** A rule can name people and addresses that only managers see. */
const read = withScope('tasks:manage', inProject('automation.read'))
const write = inProject('automation.write')
const checked =
  'Columns, people, stickers, templates and webhooks that it names have to be those of the project.'

export const listAutomations = contract('listAutomations', 'GET /project/:id/automation', {
  summary: 'List automations',
  description: 'The automations of a project, by name.',
  access: read,
  query: ListQuery,
  reply: List(Automation),
})

export const createAutomation = contract('createAutomation', 'POST /project/:id/automation', {
  summary: 'Create an automation',
  description: `When \`trigger\` happens to a task that \`condition\` matches, \`actions\` are done in order: all of them, or none. They are done by the robot “Automation” of the project, with at most your rights. ${checked}`,
  access: write,
  body: NewAutomation,
  reply: Item(Automation),
  errors: [
    'too_many_automations',
    'project_not_found',
    'board_not_found',
    'column_not_found',
    'sticker_not_found',
  ],
})

export const getAutomation = contract('getAutomation', 'GET /automation/:id', {
  summary: 'Get an automation',
  description: 'The rule, who saved it, and how its last run ended.',
  access: read,
  reply: Item(Automation),
})

export const updateAutomation = contract('updateAutomation', 'PUT /automation/:id', {
  summary: 'Update an automation',
  description: `Changes the given fields. From then on, your rights limit what it does. ${checked}`,
  access: write,
  body: AutomationChanges,
  reply: Item(Automation),
  errors: ['board_not_found', 'column_not_found', 'sticker_not_found'],
})

export const deleteAutomation = contract('deleteAutomation', 'DELETE /automation/:id', {
  summary: 'Delete an automation',
  description: 'Deletes it with its runs. What it has done stays.',
  access: write,
  reply: Message,
})

export const listAutomationRuns = contract('listAutomationRuns', 'GET /automation/:id/run', {
  summary: 'List the runs of an automation',
  description: 'What it did in the last 30 days and why runs failed, newest first.',
  access: read,
  query: Type.Object({ ...ListQuery.properties, status: Type.Optional(RunStatus) }),
  reply: List(AutomationRun),
})

export const previewAutomation = contract('previewAutomation', 'POST /automation/preview', {
  summary: 'Preview an automation',
  description:
    'The tasks that the rule would have matched in the last 7 days. The condition is checked against the tasks as they are now. Nothing is changed.',
  access: withScope('tasks:manage', limitable(signedIn)),
  body: AutomationPreview,
  reply: Type.Object({
    ...List(PreviewedTask).properties,
    ids: Type.Array(Id, { description: 'The ids of the tasks' }),
  }),
  errors: [
    'project_not_found',
    'not_a_member',
    'role_too_low',
    'project_archived',
    'board_not_found',
    'column_not_found',
    'sticker_not_found',
  ],
})

export const listTaskButtons = contract('listTaskButtons', 'GET /task/:id/automation', {
  summary: 'List the buttons of a task',
  description: 'Automations with a button that you can press on this task.',
  access: inProject('task.write'),
  query: ListQuery,
  reply: List(AutomationButton),
})

export const pressButton = contract('pressButton', 'POST /automation/:id/press', {
  summary: 'Press the button of an automation',
  description:
    'Starts the automation on a task of its project. The answer has the run, which follows a moment later.',
  access: inProject('task.write'),
  body: ButtonPress,
  reply: Item(AutomationRun),
  errors: ['automation_disabled', 'automation_not_a_button', 'automation_condition_not_met', 'task_deleted'],
})
