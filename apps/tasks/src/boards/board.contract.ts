import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  Nullable,
  OneOf,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { Column, ColumnTitle } from './column.contract.ts'

/** Each application shows these tints in its own colors (decision 408). */
export const boardBackgrounds = ['sky', 'teal', 'green', 'sand', 'orange', 'rose', 'violet', 'slate'] as const
export const BoardBackground = OneOf(...boardBackgrounds)

export const Board = Type.Object({
  id: Id,
  projectId: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  background: Nullable(BoardBackground),
  position: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Board = Static<typeof Board>

/** A list that includes deleted boards says when each was deleted and how many tasks it has or were deleted with it. */
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
          'Title of the column that completes tasks; `null` for none. Default: the one named Done in a language of Atrium, else the last one',
      }),
    ),
  ),
})
export type NewBoard = Static<typeof NewBoard>

export const BoardChanges = Body({
  name: Type.Optional(name),
  description,
  background: Type.Optional(Nullable(BoardBackground)),
  afterBoardId: Type.Optional(Nullable(Id)),
  beforeBoardId: Type.Optional(Nullable(Id)),
})
export type BoardChanges = Static<typeof BoardChanges>

const contract = contractsOf('Boards')

export const listBoards = contract('listBoards', 'GET /project/:id/board', {
  summary: 'List boards',
  description:
    'In the order of the project. Managers can list deleted boards with `deleted=true` or `deleted=all`.',
  access: inProject('project.read'),
  query: BoardFilters,
  reply: List(ListedBoard),
})

export const createBoard = contract('createBoard', 'POST /project/:id/board', {
  summary: 'Create a board',
  description:
    'Creates the board with its columns, by default To do, In progress and Done. The column named Done, else the last one, completes tasks unless `doneColumn` names another.',
  access: inProject('board.write'),
  body: NewBoard,
  reply: Item(BoardWithColumns),
  errors: ['board_position_taken'],
})

export const getBoard = contract('getBoard', 'GET /board/:id', {
  summary: 'Get a board',
  description: 'Returns the board with its columns and the number of tasks in each. A deleted board is 410.',
  access: inProject('project.read'),
  reply: Item(BoardWithColumns),
})

export const updateBoard = contract('updateBoard', 'PUT /board/:id', {
  summary: 'Update a board',
  description:
    'Changes name, description or background, or moves the board: name the neighbor with `afterBoardId` or `beforeBoardId`.',
  access: inProject('board.write'),
  body: BoardChanges,
  reply: Item(BoardWithColumns),
  errors: ['board_position_taken'],
})

export const deleteBoard = contract('deleteBoard', 'DELETE /board/:id', {
  summary: 'Delete a board',
  description: 'Moves the board and its tasks to the trash, where they stay for 30 days.',
  access: inProject('board.write'),
  reply: Message,
})

export const restoreBoard = contract('restoreBoard', 'POST /board/:id/restore', {
  summary: 'Restore a board',
  description: 'Brings the board back with the tasks that were deleted with it. 409 if it is not deleted.',
  access: inProject('board.write'),
  reply: Item(BoardWithColumns),
  errors: ['board_not_deleted', 'board_position_taken'],
})
