import { contractsOf } from '@atrium/core/contract'
import { Body, CalendarDate, Id, Item, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { limitable, signedIn } from '#access.contract.ts'
import { FieldInput } from '#fields/field.contract.ts'
import { AssigneeIds, IsArchived, MAX_ASSIGNEES, MAX_ESTIMATE } from '../task.contract.ts'

export const MAX_BULK_TASKS = 1000
const MAX_SHIFT_DAYS = 3650
const MAX_STICKERS = 50

const StickerIds = Type.Array(Id, { minItems: 1, maxItems: MAX_STICKERS, uniqueItems: true })
const People = Type.Array(Id, { minItems: 1, maxItems: MAX_ASSIGNEES, uniqueItems: true })

export const BulkChange = Type.Object(
  {
    priorityId: Type.Optional(Id),
    assigneeId: Type.Optional(
      Nullable({
        ...Id,
        description: 'The responsible person; others stay on the tasks, unless it is `null`',
      }),
    ),
    assigneeIds: Type.Optional(AssigneeIds),
    addAssigneeIds: Type.Optional({
      ...People,
      description: 'The first of them becomes responsible for tasks without an assignee',
    }),
    removeAssigneeIds: Type.Optional({
      ...People,
      description: 'The next person becomes responsible when the first one is removed',
    }),
    startDate: Type.Optional(Nullable(CalendarDate)),
    dueDate: Type.Optional(Nullable(CalendarDate)),
    shiftDays: Type.Optional(
      Type.Integer({
        minimum: -MAX_SHIFT_DAYS,
        maximum: MAX_SHIFT_DAYS,
        description: 'Moves the start and due dates that are set; not together with `startDate` or `dueDate`',
      }),
    ),
    estimateSeconds: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: MAX_ESTIMATE }))),
    parentId: Type.Optional(Nullable(Id)),
    cycleId: Type.Optional(Nullable(Id)),
    fields: Type.Optional(FieldInput),
    addStickerIds: Type.Optional(StickerIds),
    removeStickerIds: Type.Optional(StickerIds),
    columnId: Type.Optional({
      ...Id,
      description:
        'Tasks of other columns go to its end, in the order of `ids`; those that are there already stay',
    }),
    isCompleted: Type.Optional(
      Type.Boolean({
        description:
          'Moves each task to the first column of its own board for completed tasks, or back to the first one for open tasks; not together with `columnId`',
      }),
    ),
    isArchived: Type.Optional(IsArchived),
    isDeleted: Type.Optional(
      Type.Boolean({ description: 'Moves tasks to the trash or restores them; on its own' }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type BulkChange = Static<typeof BulkChange>

export const BulkEdit = Body({
  ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BULK_TASKS, uniqueItems: true }),
  change: BulkChange,
  force: Type.Optional(Type.Boolean({ description: 'Ignore WIP limits' })),
})
export type BulkEdit = Static<typeof BulkEdit>

const BulkRefusal = Type.Object({
  taskId: Id,
  code: Type.String(),
  message: Type.String(),
  field: Type.Optional(Type.String({ description: 'The field that was refused, such as `fields.12`' })),
})
export type BulkRefusal = Static<typeof BulkRefusal>

export const BulkResult = Type.Object({
  id: Nullable({ ...Id, description: 'For undoing it; null if nothing has changed' }),
  changedIds: Type.Array(Id),
  unchangedIds: Type.Array(Id, { description: 'Tasks that were like that already' }),
  refusals: Type.Array(BulkRefusal),
})
export type BulkResult = Static<typeof BulkResult>

const contract = contractsOf('Tasks')

export const changeTasks = contract('changeTasks', 'POST /task/bulk', {
  summary: 'Change many tasks',
  description:
    'Changes up to 1,000 tasks, of any of your projects, in one request: fields, stickers, column, trash. The tasks of a project change in one transaction. A task that cannot be changed stays as it is, and `refusals` says why; the others change. A user who would get more than three notifications of a type gets one that counts them. `POST /task/bulk/:id/undo` reverts it.',
  access: limitable(signedIn),
  body: BulkEdit,
  reply: Item(BulkResult),
  errors: ['task_position_taken'],
})

export const undoBulkChange = contract('undoBulkChange', 'POST /task/bulk/:id/undo', {
  summary: 'Undo a change of many tasks',
  description:
    'Restores what you changed with `POST /task/bulk` in the last 24 hours, once. A field that has been changed again since then keeps its value, and `refusals` names it.',
  access: limitable(signedIn),
  reply: Item(BulkResult),
  errors: ['bulk_change_not_found', 'bulk_change_undone', 'task_position_taken'],
})
