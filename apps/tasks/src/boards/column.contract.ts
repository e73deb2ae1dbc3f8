import { Body, Id, ListQuery, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

export const Column = Type.Object({
  id: Id,
  boardId: Id,
  title: Type.String(),
  position: Type.Integer(),
  wipLimit: Nullable(Type.Integer()),
  isDone: Type.Boolean(),
  taskCount: Type.Integer(),
})
export type Column = Static<typeof Column>

/** A board is read whole. */
export const MOST_COLUMNS = 200

export const ColumnTitle = Name(100)

const optionalFields = {
  wipLimit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
  isDone: Type.Optional(Type.Boolean({ description: 'Tasks moved to this column are completed' })),
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
