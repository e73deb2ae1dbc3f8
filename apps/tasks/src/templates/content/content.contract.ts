import { Body, Id, Name, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { BoardBackground } from '#boards/board.contract.ts'
import { ColumnTitle, MAX_COLUMNS } from '#boards/column.contract.ts'
import { MAX_FIELDS, NewField } from '#fields/field.contract.ts'
import { Color } from '#projects/color.contract.ts'
import { MAX_LEAD_DAYS, RecurrenceInput, RecurrenceMode } from '#tasks/recurrence/recurrence.contract.ts'
import { MAX_ASSIGNEES } from '#tasks/task.contract.ts'
import { SavedView } from '#views/saved-view.contract.ts'

export const MAX_TASKS = 1000
const MAX_SUBTASKS = 100
export const MAX_CONTENT_BYTES = 900_000
const MAX_BOARDS = 50
const MAX_STICKERS = 200
const MAX_VIEWS = 50
const MAX_DAYS = 3650

/** What a value of a custom field is in a template: options by their names, a person by their ID. */
export type TemplateValue = string | number | boolean | string[]
const TemplateValues = Type.Unsafe<Record<string, TemplateValue>>({
  type: 'object',
  patternProperties: {
    '^.*$': {
      type: ['array', 'boolean', 'number', 'string'],
      items: { type: 'string', maxLength: 50 },
      maxItems: 100,
    },
  },
  maxProperties: MAX_FIELDS,
  description: 'Values of custom fields by the name of the field, with the names of options',
})

const { rule, timeZone } = RecurrenceInput.properties
const TemplateRecurrence = Body({
  rule,
  mode: RecurrenceMode,
  timeZone,
  leadDays: Type.Integer({ minimum: 0, maximum: MAX_LEAD_DAYS }),
})

const place = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description }))
const days = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DAYS, description }))

export const TemplateTask = Body({
  title: Name(500),
  description: Type.Optional(Type.String({ maxLength: 100_000 })),
  priority: Type.Optional(Name(50)),
  estimateSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 * 365 * 24 * 3600 })),
  assigneeId: Type.Optional(Id),
  assigneeIds: Type.Optional(
    Type.Array(Id, {
      maxItems: MAX_ASSIGNEES,
      uniqueItems: true,
      description: 'Several people, the responsible one first; instead of `assigneeId`',
    }),
  ),
  startInDays: days('Starts this many days after the template is used'),
  dueInDays: days('Due this many days after the template is used'),
  stickers: Type.Optional(Type.Array(Name(50), { maxItems: 50, uniqueItems: true, description: 'Names' })),
  checklist: Type.Optional(Type.Array(Name(500), { maxItems: 200 })),
  fields: Type.Optional(TemplateValues),
  recurrence: Type.Optional(TemplateRecurrence),
  column: place('The place of its column, from 1; counted over all boards'),
  parent: place('The place of its parent in this list, from 1'),
})
export type TemplateTask = Static<typeof TemplateTask>

const tasks = Type.Array(TemplateTask, { maxItems: MAX_TASKS, description: 'In the order of their columns' })

export const TemplateSticker = Body({
  name: Name(50),
  color: Type.Optional(Color),
  icon: Type.Optional(Nullable(Name(50))),
})
export type TemplateSticker = Static<typeof TemplateSticker>

const parts = {
  stickers: Type.Array(TemplateSticker, {
    maxItems: MAX_STICKERS,
    description: 'Created if the project has none of that name',
  }),
  fields: Type.Array(NewField, {
    maxItems: MAX_FIELDS,
    description: 'Created if the project has none of that name',
  }),
}

export const TemplateColumn = Body({
  title: ColumnTitle,
  wipLimit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
  isDone: Type.Optional(Type.Boolean()),
  archiveAfterDays: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 3650 }))),
})
export type TemplateColumn = Static<typeof TemplateColumn>

const boardFields = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  background: Type.Optional(Nullable(BoardBackground)),
  columns: Type.Array(TemplateColumn, { minItems: 1, maxItems: MAX_COLUMNS }),
}

const { kind, filter, orderBy, groupBy, scale, columns } = SavedView.properties
export const TemplateView = Body({ name: Name(100), kind, filter, orderBy, groupBy, scale, columns })
export type TemplateView = Static<typeof TemplateView>

export const TaskContent = Body({
  tasks: Type.Array(TemplateTask, {
    minItems: 1,
    maxItems: MAX_SUBTASKS + 1,
    description: 'The task, followed by its sub-tasks at all depths',
  }),
})
export type TaskContent = Static<typeof TaskContent>

export const BoardContent = Body({ ...boardFields, tasks, ...parts })
export type BoardContent = Static<typeof BoardContent>

export const ProjectContent = Body({
  description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  goal: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  color: Type.Optional(Nullable(Color)),
  icon: Type.Optional(Nullable(Name(16))),
  boards: Type.Array(Body({ name: Name(200), ...boardFields }), { maxItems: MAX_BOARDS }),
  tasks,
  ...parts,
  views: Type.Array(TemplateView, {
    maxItems: MAX_VIEWS,
    description:
      'Shared views. Where they refer to boards, columns, stickers, fields (`cf1`) and options, the number is the place in the template, from 1.',
  }),
})
export type ProjectContent = Static<typeof ProjectContent>

export type TemplateContent = TaskContent | BoardContent | ProjectContent
