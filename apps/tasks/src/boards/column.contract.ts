import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Item, List, ListQuery, Message, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'

export const Column = Type.Object({
  id: Id,
  boardId: Id,
  title: Type.String(),
  position: Type.Integer(),
  wipLimit: Nullable(Type.Integer()),
  isDone: Type.Boolean(),
  archiveAfterDays: Nullable(
    Type.Integer({ description: 'Archives tasks that have been completed for this many days' }),
  ),
  taskCount: Type.Integer({ description: 'Without archived tasks' }),
  archivedCount: Type.Integer(),
})
export type Column = Static<typeof Column>

/** A board is read as a whole. */
export const MAX_COLUMNS = 200

export const ColumnTitle = Name(100)

const optionalFields = {
  wipLimit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
  isDone: Type.Optional(Type.Boolean({ description: 'Tasks moved to this column are completed' })),
  archiveAfterDays: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 3650,
        description: 'Archives tasks that have been completed for this many days; `null` never does',
      }),
    ),
  ),
  afterColumnId: Type.Optional(Nullable(Id)),
  beforeColumnId: Type.Optional(Nullable(Id)),
}

export const NewColumn = Body({ title: ColumnTitle, ...optionalFields })
export type NewColumn = Static<typeof NewColumn>

export const ColumnChanges = Body({ title: Type.Optional(ColumnTitle), ...optionalFields })
export type ColumnChanges = Static<typeof ColumnChanges>

export const ColumnOrder = Body({ columnIds: Type.Array(Id, { uniqueItems: true, maxItems: 1000 }) })
export type ColumnOrder = Static<typeof ColumnOrder>

export const ColumnListQuery = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('position', 'title', 'id').properties,
})
export type ColumnListQuery = Static<typeof ColumnListQuery>

export const ColumnRemoval = Type.Object({
  moveTo: Type.Optional(Type.Integer({ ...Id, description: 'The column to move the tasks to' })),
})
export type ColumnRemoval = Static<typeof ColumnRemoval>

const contract = contractsOf('Boards')

export const listColumns = contract('listColumns', 'GET /board/:id/column', {
  summary: 'List columns',
  description: 'The columns of the board from left to right.',
  access: inProject('project.read'),
  query: ColumnListQuery,
  reply: List(Column),
})

export const createColumn = contract('createColumn', 'POST /board/:id/column', {
  summary: 'Create a column',
  description:
    'Adds the column at the end, or beside the neighbor that you name. A board has at most 200 columns (409).',
  access: inProject('board.write'),
  body: NewColumn,
  reply: Item(Column),
  errors: ['too_many_columns', 'board_column_position_taken'],
})

export const reorderColumns = contract('reorderColumns', 'POST /board/:id/column/reorder', {
  summary: 'Reorder columns',
  description: 'Send all columns of the board in their new order as `columnIds`; any other list is 422.',
  access: inProject('board.write'),
  body: ColumnOrder,
  reply: List(Column),
})

export const updateColumn = contract('updateColumn', 'PUT /board/column/:id', {
  summary: 'Update a column',
  description:
    'Changes the given fields, or moves the column beside the neighbor that you name. Setting `isDone` completes the tasks in the column.',
  access: inProject('board.write'),
  body: ColumnChanges,
  reply: Item(Column),
  errors: ['board_column_position_taken'],
})

export const deleteColumn = contract('deleteColumn', 'DELETE /board/column/:id', {
  summary: 'Delete a column',
  description:
    'A column with tasks is 409 unless `moveTo` names the column that gets them. The last column of a board cannot be deleted (409).',
  access: inProject('board.write'),
  query: ColumnRemoval,
  reply: Message,
  errors: ['last_column', 'column_has_tasks'],
})
