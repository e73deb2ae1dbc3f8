import {
  Body,
  Bound,
  CalendarDate,
  Id,
  Instant,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { Sticker } from './sticker.contract.ts'

const LONGEST_ESTIMATE = 10 * 365 * 24 * 3600

export const Task = Type.Object({
  id: Id,
  projectId: Id,
  boardId: Id,
  columnId: Id,
  number: Id,
  title: Type.String(),
  description: Nullable(Type.String()),
  priorityId: Id,
  assigneeId: Nullable(Id),
  creatorId: Id,
  startDate: Nullable(CalendarDate),
  dueDate: Nullable(CalendarDate),
  estimateSeconds: Nullable(Type.Integer()),
  position: Nullable(Type.Integer()),
  version: Type.Integer(),
  stickers: Type.Array(Sticker),
  commentCount: Type.Integer(),
  attachmentCount: Type.Integer(),
  checklistTotal: Type.Integer(),
  checklistDone: Type.Integer(),
  trackedSeconds: Type.Integer(),
  completedAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Nullable(Instant),
})
export type Task = Static<typeof Task>

const title = Name(500)

const optionalFields = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 100_000 }))),
  priorityId: Type.Optional(Id),
  columnId: Type.Optional(Id),
  assigneeId: Type.Optional(Nullable(Id)),
  startDate: Type.Optional(Nullable(CalendarDate)),
  dueDate: Type.Optional(Nullable(CalendarDate)),
  estimateSeconds: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: LONGEST_ESTIMATE }))),
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
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The version that the change is based on; turns on conflict detection',
    }),
  ),
  force,
})
export type TaskChanges = Static<typeof TaskChanges>

export const TaskMove = Body({
  columnId: Id,
  afterTaskId: Type.Optional(Nullable({ ...Id, description: 'Place it below this task' })),
  beforeTaskId: Type.Optional(Nullable({ ...Id, description: 'Place it above this task' })),
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  force,
})
export type TaskMove = Static<typeof TaskMove>

export const TaskAssignment = Body({ assigneeId: Nullable(Id) })

const Ids = Type.String({
  pattern: '^[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,199}$',
  errorCode: 'must be ids with commas between them',
})
const People = Type.String({
  pattern: '^(me|none|[1-9]\\d{0,15})(,(me|none|[1-9]\\d{0,15})){0,199}$',
  errorCode: 'must be user ids with commas between them, me or none',
})

export const TaskFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'position', 'createdAt', 'updatedAt', 'dueDate', 'priority', 'number', 'title'),
    Type.Object({
      projectId: Type.Optional(Ids),
      boardId: Type.Optional(Ids),
      columnId: Type.Optional(Ids),
      assigneeId: Type.Optional(People),
      creatorId: Type.Optional(People),
      priorityId: Type.Optional(Ids),
      stickerId: Type.Optional(Ids),
      ids: Type.Optional(Ids),
      search: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'All words or parts of words must match; `#12` finds a task by its number',
        }),
      ),
      dueFrom: Type.Optional(CalendarDate),
      dueTo: Type.Optional(CalendarDate),
      overdue: Type.Optional(Type.Boolean()),
      completed: Type.Optional(Type.Boolean()),
      createdFrom: Type.Optional(Bound),
      createdTo: Type.Optional(Bound),
      deleted: Type.Optional(OneOf('true', 'false', 'all')),
    }),
  ]),
)
export type TaskFilters = Static<typeof TaskFilters>
