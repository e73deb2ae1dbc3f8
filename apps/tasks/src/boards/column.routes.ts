import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { findBoardPlace } from './board.queries.ts'
import { changeColumn } from './change-column.ts'
import {
  Column,
  ColumnChanges,
  ColumnListQuery,
  ColumnOrder,
  ColumnRemoval,
  NewColumn,
} from './column.contract.ts'
import { findColumnPlace, listColumnPage } from './column.queries.ts'
import { createColumn } from './create-column.ts'
import { deleteColumn } from './delete-column.ts'
import { reorderColumns } from './reorder-columns.ts'

const tags = ['Boards']

export function columnRoutes(app: App, deps: Deps) {
  const { db } = deps
  const ofBoard = (userId: number, id: number) => findBoardPlace(db, userId, id)
  const read = inProject('project.read', 'Board', ofBoard)
  const writeBoard = inProject('board.write', 'Board', ofBoard)
  const write = inProject('board.write', 'Column', (userId, id) => findColumnPlace(db, userId, id))

  app.get(
    '/board/:id/column',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'List columns',
        description: 'The columns of the board from left to right.',
        params: IdParams,
        querystring: ColumnListQuery,
        response: { 200: List(Column) },
      },
    },
    async ({ params, query }) => listColumnPage(db, params.id, query),
  )

  app.post(
    '/board/:id/column',
    {
      config: { access: writeBoard },
      schema: {
        tags,
        summary: 'Create a column',
        description:
          'Adds the column at the end, or beside the neighbor that you name. A board has at most 200 columns (409).',
        params: IdParams,
        body: NewColumn,
        response: { 200: Item(Column) },
      },
    },
    async request => ({ item: await createColumn(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.post(
    '/board/:id/column/reorder',
    {
      config: { access: writeBoard },
      schema: {
        tags,
        summary: 'Reorder columns',
        description:
          'Send all columns of the board in their new order as `columnIds`; any other list is 422.',
        params: IdParams,
        body: ColumnOrder,
        response: { 200: List(Column) },
      },
    },
    async request => reorderColumns(deps, actorOf(request), request.params.id, request.body),
  )

  app.put(
    '/board/column/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Update a column',
        description:
          'Changes the given fields, or moves the column beside the neighbor that you name. Setting `isDone` completes the tasks in the column.',
        params: IdParams,
        body: ColumnChanges,
        response: { 200: Item(Column) },
      },
    },
    async request => ({ item: await changeColumn(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.delete(
    '/board/column/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Delete a column',
        description:
          'A column with tasks is 409 unless `moveTo` names the column that gets them. The last column of a board cannot be deleted (409).',
        params: IdParams,
        querystring: ColumnRemoval,
        response: { 200: Message },
      },
    },
    async request => {
      await deleteColumn(deps, actorOf(request), request.params.id, request.query)
      return { message: 'The column was deleted' }
    },
  )
}
