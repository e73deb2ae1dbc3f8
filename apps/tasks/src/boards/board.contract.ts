import { Body, Id, Instant, ListQuery, Name, Nullable, OneOf, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { Column, ColumnTitle } from './column.contract.ts'

export const Board = Type.Object({
  id: Id,
  projectId: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  position: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Board = Static<typeof Board>

/** With the deleted ones asked for: when each was deleted, and how many tasks are on it or were deleted with it. */
export const ListedBoard = Type.Object({
  ...Board.properties,
  position: Nullable(Type.Integer()),
  deletedAt: Type.Optional(Nullable(Instant)),
  taskCount: Type.Optional(Type.Integer()),
})
export type ListedBoard = Static<typeof ListedBoard>

export const BoardFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('position', 'name', 'createdAt', 'updatedAt', 'id').properties,
  deleted: Type.Optional(OneOf('true', 'false', 'all')),
})
export type BoardFilters = Static<typeof BoardFilters>

export const BoardWithColumns = Type.Object({ ...Board.properties, columns: Type.Array(Column) })
export type BoardWithColumns = Static<typeof BoardWithColumns>

const name = Name(200)
const description = Type.Optional(Nullable(Type.String({ maxLength: 10_000 })))

export const NewBoard = Body({
  name,
  description,
  columns: Type.Optional(
    Type.Array(ColumnTitle, {
      minItems: 1,
      maxItems: 50,
      description: 'Titles of the columns. Default: To do, In progress, Done',
    }),
  ),
  doneColumn: Type.Optional(
    Nullable(
      Type.String({
        trim: true,
        description:
          'Title of the column that completes tasks; `null` for none. Default: the one named Done or Готово, else the last one',
      }),
    ),
  ),
})
export type NewBoard = Static<typeof NewBoard>

export const BoardChanges = Body({
  name: Type.Optional(name),
  description,
  afterBoardId: Type.Optional(Nullable(Id)),
  beforeBoardId: Type.Optional(Nullable(Id)),
})
export type BoardChanges = Static<typeof BoardChanges>
