import { contract } from '@atrium/core/contract'
import {
  Body,
  Bound,
  CalendarDate,
  Default,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  Nullable,
  OneOf,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, limitable, signedIn } from '#access.contract.ts'
import { FieldInput, FieldValues } from '#fields/field.contract.ts'
import { Activity } from '#projects/activity.contract.ts'
import { MAX_FILTER_LENGTH } from '#views/filter.contract.ts'

export const MAX_ESTIMATE = 10 * 365 * 24 * 3600
/** Levels below a task that has no parent. */
export const MAX_DEPTH = 5
/** How many people can be on a task. */
export const MAX_ASSIGNEES = 20

export const Sticker = Type.Object({
  id: Id,
  projectId: Nullable(Id),
  name: Type.String(),
  color: Type.String(),
  icon: Nullable(Type.String()),
})
export type Sticker = Static<typeof Sticker>

export const Task = Type.Object({
  id: Id,
  projectId: Id,
  boardId: Id,
  columnId: Id,
  number: Id,
  title: Type.String(),
  description: Nullable(Type.String()),
  priorityId: Id,
  assigneeId: Nullable({ ...Id, description: 'The responsible person' }),
  assigneeIds: Type.Array(Id, { description: 'Everyone on the task, the responsible person first' }),
  cycleId: Nullable(Id),
  creatorId: Id,
  startDate: Nullable(CalendarDate),
  dueDate: Nullable(CalendarDate),
  estimateSeconds: Nullable(Type.Integer()),
  position: Nullable(Type.Integer()),
  coverId: Nullable({ ...Id, description: 'The attachment that the card shows' }),
  version: Type.Integer(),
  fields: FieldValues,
  stickers: Type.Array(Sticker),
  commentCount: Type.Integer(),
  voteCount: Type.Integer(),
  attachmentCount: Type.Integer(),
  checklistTotal: Type.Integer(),
  checklistDone: Type.Integer(),
  trackedSeconds: Type.Integer(),
  linkCount: Type.Integer({ description: 'Commits and pull requests that name the task' }),
  pullRequestState: Nullable(
    Type.String({ description: 'Of the pull request that was linked last: open, draft, merged or closed' }),
  ),
  recurrenceId: Nullable(Id),
  parentId: Nullable(Id),
  subtaskTotal: Type.Integer({ description: 'Sub-tasks at all depths, without those that have sub-tasks' }),
  subtaskDone: Type.Integer({ description: 'How many of them are completed' }),
  isBlocked: Type.Boolean({ description: 'Whether a task that is not completed blocks it' }),
  completedAt: Nullable(Instant),
  archivedAt: Nullable({
    ...Instant,
    description: 'Set if the task is completed and boards no longer show it',
  }),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Nullable(Instant),
})
export type Task = Static<typeof Task>

const title = Name(500)

export const AssigneeIds = Type.Array(Id, {
  maxItems: MAX_ASSIGNEES,
  uniqueItems: true,
  description:
    'Everyone on the task, the responsible person first; together with `assigneeId`, that must be the first of them',
})

export const IsArchived = Type.Boolean({
  description:
    'Puts a completed task out of the way of its board, or brings it back; reopening or moving it does, too',
})

const optionalFields = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 100_000 }))),
  priorityId: Type.Optional(Id),
  columnId: Type.Optional(Id),
  assigneeId: Type.Optional(
    Nullable({ ...Id, description: 'The responsible person; others stay on the task, unless it is `null`' }),
  ),
  assigneeIds: Type.Optional(AssigneeIds),
  startDate: Type.Optional(Nullable(CalendarDate)),
  dueDate: Type.Optional(Nullable(CalendarDate)),
  estimateSeconds: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: MAX_ESTIMATE }))),
  parentId: Type.Optional(
    Nullable({ ...Id, description: 'A task of the same project; sub-tasks can be nested 5 levels deep' }),
  ),
  cycleId: Type.Optional(Nullable({ ...Id, description: 'A cycle of the project that is not finished' })),
  fields: Type.Optional(FieldInput),
}

const force = Type.Optional(Type.Boolean({ description: 'Ignore the WIP limit of the column' }))

export const NewTask = Body({
  title,
  projectId: Type.Optional(
    Type.Integer({ ...Id, description: 'Use its first board, unless `boardId` is given' }),
  ),
  boardId: Type.Optional(
    Type.Integer({ ...Id, description: 'Use its first column, unless `columnId` is given' }),
  ),
  ...optionalFields,
  force,
})
export type NewTask = Static<typeof NewTask>

export const TaskChanges = Body({
  title: Type.Optional(title),
  ...optionalFields,
  coverId: Type.Optional(
    Nullable({
      ...Id,
      description:
        'An attachment of the task that is a PNG, JPEG, GIF or WebP image of at most 10 MB; the card shows it',
    }),
  ),
  isArchived: Type.Optional(IsArchived),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The version that the change is based on; turns on conflict detection',
    }),
  ),
  force,
})
export type TaskChanges = Static<typeof TaskChanges>

/** What the lanes of a board can be grouped by. */
const laneFields = {
  priorityId: optionalFields.priorityId,
  assigneeId: optionalFields.assigneeId,
  assigneeIds: optionalFields.assigneeIds,
  parentId: optionalFields.parentId,
  cycleId: optionalFields.cycleId,
  fields: optionalFields.fields,
}

export const TaskMove = Body({
  columnId: Id,
  afterTaskId: Type.Optional(Nullable({ ...Id, description: 'Place it below this task' })),
  beforeTaskId: Type.Optional(Nullable({ ...Id, description: 'Place it above this task' })),
  ...laneFields,
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  force,
})
export type TaskMove = Static<typeof TaskMove>

export const TaskAssignment = Body({ assigneeId: Nullable(Id) })
export type TaskAssignment = Static<typeof TaskAssignment>

const Ids = Type.String({
  pattern: '^[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,199}$',
  errorCode: 'ids_expected',
})
const CycleIds = Type.String({
  pattern: '^(current|none|[1-9]\\d{0,15})(,(current|none|[1-9]\\d{0,15})){0,199}$',
  errorCode: 'cycle_ids_expected',
  description: '`current` are the cycles that include today and are not finished',
})
const People = Type.String({
  pattern: '^(me|none|[1-9]\\d{0,15})(,(me|none|[1-9]\\d{0,15})){0,199}$',
  errorCode: 'user_ids_expected',
})

/** Each has an entry in `orders` of task-list.queries.ts. */
export const taskOrders = [
  'id',
  'position',
  'createdAt',
  'updatedAt',
  'dueDate',
  'priority',
  'number',
  'title',
  'startDate',
  'completedAt',
  'estimate',
  'tracked',
  'votes',
  'assignee',
  'creator',
  'project',
  'board',
  'column',
] as const
export type TaskOrder = (typeof taskOrders)[number]

/** A field of tasks, or a custom field as `cf12`; with `-` in front for descending order. */
const TaskOrderBy = Default(
  Type.Unsafe<string>({
    type: 'string',
    if: { pattern: '^-?cf[1-9]\\d{0,14}$' },
    else: { enum: taskOrders.flatMap(field => [field, `-${field}`]) },
    description: 'Prefix with `-` for descending order; `cf12` is the custom field 12',
  }),
  'id',
)

/** Which tasks, without their order and page. */
export const TaskSelection = Type.Object({
  projectId: Type.Optional(Ids),
  boardId: Type.Optional(Ids),
  columnId: Type.Optional(Ids),
  assigneeId: Type.Optional(People),
  creatorId: Type.Optional(People),
  priorityId: Type.Optional(Ids),
  stickerId: Type.Optional(Ids),
  cycleId: Type.Optional(CycleIds),
  ids: Type.Optional(Ids),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'All words or parts of words must match; `#12` finds tasks by their number, `WR-12` also by the key of their project',
    }),
  ),
  dueFrom: Type.Optional(CalendarDate),
  dueTo: Type.Optional(CalendarDate),
  overdue: Type.Optional(Type.Boolean()),
  completed: Type.Optional(Type.Boolean()),
  archived: Type.Optional(
    Type.Boolean({ description: 'Without it, archived tasks are listed like all others' }),
  ),
  archivedProjects: Type.Optional(
    Type.Boolean({ description: 'Adds the tasks of your archived projects, unless projects are named' }),
  ),
  createdFrom: Type.Optional(Bound),
  createdTo: Type.Optional(Bound),
  deleted: Type.Optional(OneOf('true', 'false', 'all')),
  filter: Type.Optional(
    Type.String({
      maxLength: MAX_FILTER_LENGTH,
      description:
        'Conditions in the query language, such as `(assignee = me or priority = high,urgent) and due < today+7`',
    }),
  ),
  today: Type.Optional(
    Type.String({ format: 'date', description: 'Your current date, if it is not the one in UTC' }),
  ),
})
export type TaskSelection = Static<typeof TaskSelection>

export const TaskFilters = Type.Object({
  ...ListQuery.properties,
  orderBy: TaskOrderBy,
  ...TaskSelection.properties,
})
export type TaskFilters = Static<typeof TaskFilters>

const tag = 'Tasks'

export const listTasks = contract('listTasks', 'GET /task', {
  tag,
  summary: 'List tasks',
  description:
    'Tasks of all your projects, in any combination of filters. Several IDs separated by commas match any of them. `filter` joins conditions with `and`, `or`, `not` and parentheses; all parameters must match. Deleted tasks are listed only with `deleted=true` or `deleted=all`: those you deleted yourself, and to managers all of them.',
  access: limitable(signedIn),
  query: TaskFilters,
  reply: List(Task),
  errors: [
    'project_not_found',
    'board_not_found',
    'column_not_found',
    'sticker_not_found',
    'not_a_member',
    'role_too_low',
  ],
})

export const createTask = contract('createTask', 'POST /task', {
  tag,
  summary: 'Create a task',
  description:
    'Only `title` is required, and custom fields that the project requires; other custom fields get their defaults. Without `columnId`, the task goes to the first column of `boardId`, or of the first board of `projectId`; without those, to the column of the parent, or to the first column of your personal board. 409 if the column has reached its WIP limit, unless `force` is `true`.',
  access: limitable(signedIn),
  body: NewTask,
  reply: Item(Task),
  errors: [
    'no_column_for_task',
    'project_has_no_column',
    'not_a_member',
    'role_too_low',
    'record_deleted',
    'project_archived',
    'wip_limit_reached',
    'task_number_taken',
    'task_position_taken',
  ],
})

export const getTask = contract('getTask', 'GET /task/:id', {
  tag,
  summary: 'Get a task',
  description: 'Returns the task with its stickers and counts. A deleted task is 410.',
  access: inProject('project.read'),
  reply: Item(Task),
})

export const updateTask = contract('updateTask', 'PUT /task/:id', {
  tag,
  summary: 'Update a task',
  description:
    'Changes the given fields; `null` clears one. `fields` is merged by field. With `version`, a field that someone else has changed since is 409 with the current task in `details`; other fields are merged. A custom field is named there as `field:12`.',
  access: inProject('task.write'),
  body: TaskChanges,
  reply: Item(Task),
  errors: [
    'task_deleted',
    'task_just_moved',
    'stale_version',
    'wip_limit_reached',
    'task_position_taken',
    'task_not_completed',
  ],
})

export const moveTask = contract('moveTask', 'POST /task/:id/move-to-column', {
  tag,
  summary: 'Move a task',
  description:
    'Names the column and, optionally, the neighbors to place the task between; without them it goes to the end. Positions are computed by the server. `assigneeId`, `assigneeIds`, `priorityId`, `parentId`, `cycleId` and `fields` are changed together with the place, as when a card is dragged to another lane: if anything is refused, nothing changes. 409 if the column has reached its WIP limit, unless `force` is `true`. A deleted task stays deleted and comes back there when it is restored.',
  access: inProject('task.write'),
  body: TaskMove,
  reply: Item(Task),
  errors: ['task_just_moved', 'stale_version', 'wip_limit_reached', 'task_position_taken'],
})

export const assignTask = contract('assignTask', 'POST /task/:id/assign', {
  tag,
  summary: 'Assign a task',
  description:
    'Changes the responsible person; others on the task stay. The assignee must be a member of the project who can edit tasks, not a viewer (422). `null` unassigns everyone. Works on deleted tasks, too.',
  access: inProject('task.write'),
  body: TaskAssignment,
  reply: Item(Task),
})

export const deleteTask = contract('deleteTask', 'DELETE /task/:id', {
  tag,
  summary: 'Delete a task',
  description:
    'Moves the task to the trash, where it stays for 30 days; one that is there already is 410. Its sub-tasks stay where they are, and belong to it again when it is restored.',
  access: inProject('task.write'),
  reply: Message,
  errors: ['task_deleted'],
})

export const restoreTask = contract('restoreTask', 'POST /task/:id/restore', {
  tag,
  summary: 'Restore a task',
  description:
    'Brings a deleted task back to its column, or to the first column of the board if that one is gone. Members restore what they created or deleted themselves, managers any task.',
  access: inProject('task.write'),
  reply: Item(Task),
  errors: ['task_not_deleted', 'board_deleted', 'restore_requires_manager', 'task_position_taken'],
})

export const deleteTaskPermanently = contract('deleteTaskPermanently', 'DELETE /task/:id/hard', {
  tag,
  summary: 'Delete a task permanently',
  description:
    'Removes the task with its comments, attachments and tracked time. Its sub-tasks become tasks of their own. This cannot be undone.',
  access: inProject('task.hard_delete'),
  reply: Message,
})

export const listTaskActivity = contract('listTaskActivity', 'GET /task/:id/activity', {
  tag: 'Activity',
  summary: 'List the activity of a task',
  description: 'What happened to the task, newest first, with the values before and after.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(Activity),
})
