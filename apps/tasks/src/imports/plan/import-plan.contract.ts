import { contract } from '@atrium/core/contract'
import { Body, CalendarDate, Default, Id, Instant, Item, Name, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { ColumnTitle, MAX_COLUMNS } from '#boards/column.contract.ts'
import { MAX_CYCLES } from '#cycles/cycle.contract.ts'
import { MAX_FIELDS } from '#fields/field.contract.ts'
import { Color } from '#projects/color.contract.ts'
import { RecurrenceInput, RecurrenceMode } from '#tasks/recurrence/recurrence.contract.ts'
import { RelationType } from '#tasks/relations/relation.contract.ts'
import { MAX_ASSIGNEES, MAX_ESTIMATE } from '#tasks/task.contract.ts'

export const MAX_TASKS_OF_PART = 200
export const MAX_PART_BYTES = 8 * 1024 * 1024

/** The lengths and counts that a plan can have; formats cut what is longer and say so. */
export const longest = {
  externalId: 200,
  source: 100,
  title: 500,
  description: 100_000,
  comment: 10_000,
  /** The most comments of a task in one part; the rest can follow in later parts. */
  comments: 1000,
  allComments: 20_000,
  item: 500,
  items: 200,
  column: 100,
  sticker: 50,
  stickers: 50,
  option: 50,
  fieldText: 1000,
  url: 2000,
  person: 200,
  cycle: 100,
  goal: 2000,
  assignees: MAX_ASSIGNEES,
  attachments: 100,
  voters: 1000,
} as const

const ExternalId = Type.String({
  minLength: 1,
  maxLength: longest.externalId,
  description: 'What the source calls it; unique in the source',
})
const reference = (description: string) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: longest.externalId, description })))
const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable<T>(schema))

const PlannedColumn = Body({
  externalId: ExternalId,
  title: ColumnTitle,
  isDone: Type.Optional(Type.Boolean({ description: 'Tasks in this column are completed' })),
})

export const PlannedPerson = Body({
  externalId: ExternalId,
  name: Name(longest.person),
  email: optional(Type.String({ maxLength: 254 })),
  userId: optional({
    ...Id,
    description: 'A member of the project, or null for no one; found by `email` or `name` if left out',
  }),
})
export type PlannedPerson = Static<typeof PlannedPerson>

/** Options by their names, a person by the external ID. */
export type PlannedValue = string | number | boolean | string[]
const PlannedValues = Type.Unsafe<Record<string, PlannedValue>>({
  type: 'object',
  patternProperties: {
    '^.*$': {
      type: ['array', 'boolean', 'number', 'string'],
      items: { type: 'string', maxLength: longest.option },
      maxItems: 100,
    },
  },
  maxProperties: MAX_FIELDS,
  description:
    'Values of custom fields by the ID or name of the field, with the names of options and the external IDs of people',
})

const PlannedComment = Body({
  externalId: Type.Optional(ExternalId),
  author: reference('One of `people`; you, if left out'),
  at: optional(Instant),
  text: Type.String({ minLength: 1, maxLength: longest.comment }),
})

const PlannedAttachment = Body({
  name: Name(255),
  url: Type.String({ maxLength: longest.url, description: 'Becomes a link in the description' }),
  isCover: Type.Optional(
    Type.Boolean({ description: 'Whether its card showed it, which a link in the description does not' }),
  ),
})
export type PlannedAttachment = Static<typeof PlannedAttachment>

const { rule } = RecurrenceInput.properties

export const PlannedTask = Body({
  externalId: ExternalId,
  title: Name(longest.title),
  description: optional(Type.String({ maxLength: longest.description })),
  column: reference('One of `columns`, of this part or an earlier one; the first column if left out'),
  parent: reference('A task of the same source, in this or any other part'),
  assignees: Type.Optional(
    Type.Array(ExternalId, {
      maxItems: longest.assignees,
      description: 'Of `people`; those who can edit tasks are assigned, and the first of them is responsible',
    }),
  ),
  voters: Type.Optional(
    Type.Array(ExternalId, {
      maxItems: longest.voters,
      description: 'Of `people`; the task gets the votes of those who are members of the project',
    }),
  ),
  startDate: optional(CalendarDate),
  dueDate: optional(CalendarDate),
  estimateSeconds: optional(Type.Integer({ minimum: 0, maximum: MAX_ESTIMATE })),
  priority: optional(
    Type.String({ maxLength: 100, description: 'The name of a priority, or a common word for one' }),
  ),
  completedAt: optional({ ...Instant, description: 'If its column is one for completed tasks' }),
  isArchived: Type.Optional(
    Type.Boolean({
      description:
        'Archived tasks are completed: if its column completes none, the task goes to the first one of the board that does',
    }),
  ),
  createdAt: optional(Instant),
  relations: Type.Optional(
    Type.Array(Body({ type: RelationType, task: ExternalId }), {
      maxItems: 100,
      description: 'To tasks of the same source, in this or any other part',
    }),
  ),
  checklist: Type.Optional(
    Type.Array(Body({ title: Name(longest.item), isDone: Type.Optional(Type.Boolean()) }), {
      maxItems: longest.items,
    }),
  ),
  comments: Type.Optional(Type.Array(PlannedComment, { maxItems: longest.comments })),
  stickers: Type.Optional(
    Type.Array(Name(longest.sticker), {
      maxItems: longest.stickers,
      description: 'Names; missing ones are created',
    }),
  ),
  fields: Type.Optional(PlannedValues),
  recurrence: Type.Optional(Nullable(Body({ rule, mode: Type.Optional(RecurrenceMode) }))),
  cycle: optional({ ...Name(200), description: 'The name of a cycle; a missing one is created' }),
  attachments: Type.Optional(Type.Array(PlannedAttachment, { maxItems: longest.attachments })),
})
export type PlannedTask = Static<typeof PlannedTask>

const PlannedSticker = Body({ name: Name(longest.sticker), color: Color })

const PlannedCycle = Body({
  name: Name(longest.cycle),
  startDate: optional(CalendarDate),
  endDate: optional(CalendarDate),
  goal: optional(Type.String({ maxLength: longest.goal })),
  finishedAt: optional({ ...Instant, description: 'A cycle is not finished if this is in the future' }),
})
export type PlannedCycle = Static<typeof PlannedCycle>

export const ImportPlan = Body({
  source: Default(
    Type.String({
      maxLength: longest.source,
      description: 'Where the tasks come from; external IDs are unique in it',
    }),
    '',
  ),
  boardId: Type.Optional(Type.Integer({ ...Id, description: 'A board of the project' })),
  boardName: Type.Optional({
    ...Name(200),
    description: 'Create a board with this name; the first board of the project, if neither is given',
  }),
  createsOptions: Default(Type.Boolean({ description: 'Create options that lists do not have' }), false),
  columns: Default(Type.Array(PlannedColumn, { maxItems: MAX_COLUMNS }), []),
  people: Default(Type.Array(PlannedPerson, { maxItems: 5000 }), []),
  stickers: Default(Type.Array(PlannedSticker, { maxItems: 500, description: 'Colors of stickers' }), []),
  cycles: Default(
    Type.Array(PlannedCycle, {
      maxItems: MAX_CYCLES,
      description: 'What new cycles that tasks name are like',
    }),
    [],
  ),
  tasks: Type.Array(PlannedTask, { maxItems: MAX_TASKS_OF_PART }),
})
export type ImportPlan = Static<typeof ImportPlan>

/** What tasks can lose, in a format or in the project. */
export const LossKind = OneOf(
  'titleCut',
  'descriptionCut',
  'commentCut',
  'checklistCut',
  'startDateUnread',
  'dueDateUnread',
  'estimateUnread',
  'repeatUnread',
  'fieldUnread',
  'fieldCut',
  'assigneeUnknown',
  'assigneesDropped',
  'priorityUnknown',
  'fieldUnknown',
  'fieldMissing',
  'cycleUnknown',
  'attachmentDropped',
  'completionDropped',
  'archiveDropped',
  'startDateDropped',
  'repeatEnded',
  'parentDropped',
  'relationDropped',
  'timeDropped',
  'reminderDropped',
  'voteDropped',
  'coverDropped',
)
export type LossKind = Static<typeof LossKind>

export const Loss = Type.Object({
  kind: LossKind,
  count: Type.Integer(),
  example: Nullable(Type.String({ description: 'One of the values that are lost' })),
})
export type Loss = Static<typeof Loss>

export const ImportedTask = Type.Object({
  externalId: Type.String(),
  taskId: Id,
  isNew: Type.Boolean({ description: 'Whether this part created it' }),
  losses: Type.Array(LossKind),
})
export type ImportedTask = Static<typeof ImportedTask>

export const ImportedPart = Type.Object({
  importId: Id,
  boardId: Id,
  created: Type.Integer({ description: 'How many tasks this part created' }),
  taskCount: Type.Integer({ description: 'How many tasks all parts of this source have created so far' }),
  waitingLinks: Type.Integer({ description: 'Parents and relations whose tasks have not been imported yet' }),
  tasks: Type.Array(ImportedTask, { description: 'In the order of the plan' }),
  losses: Type.Array(Loss),
})
export type ImportedPart = Static<typeof ImportedPart>

export const importTasks = contract('importTasks', 'POST /project/:id/import', {
  tag: 'Import',
  summary: 'Import a part of a plan',
  description:
    'Creates up to 200 tasks with everything that belongs to them in one transaction; a part with an error imports nothing. Send a large import in parts, in any order. Tasks and comments that the same `source` imported before stay as they are, so you can repeat a part. Columns are matched by title and created if they are missing. People are matched with project members by `userId`, `email` or name. `losses` counts what the project cannot keep. No one is notified, and WIP limits are ignored.',
  access: inProject('task.import'),
  body: ImportPlan,
  reply: Item(ImportedPart),
  errors: [
    'board_position_taken',
    'board_column_position_taken',
    'too_many_columns',
    'too_many_stickers',
    'task_number_taken',
    'task_position_taken',
  ],
})
