import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { findProjectPlace } from '#projects/place.queries.ts'
import { BoardChanges, BoardFilters, BoardWithColumns, ListedBoard, NewBoard } from './board.contract.ts'
import { findAnyBoardPlace, findBoardPlace, getBoardWithColumns } from './board.queries.ts'
import { changeBoard } from './change-board.ts'
import { createBoard } from './create-board.ts'
import { deleteBoard } from './delete-board.ts'
import { findBoards } from './find-boards.ts'
import { FullBoard, FullBoardQuery } from './full-board.contract.ts'
import { fullBoardText } from './full-board.ts'
import { restoreBoard } from './restore-board.ts'

const tags = ['Boards']

export function boardRoutes(app: App, deps: Deps) {
  const { db } = deps
  const ofProject = (userId: number, id: number) => findProjectPlace(db, userId, id)
  const ofBoard = (userId: number, id: number) => findBoardPlace(db, userId, id)
  const ofAnyBoard = (userId: number, id: number) => findAnyBoardPlace(db, userId, id)
  const read = inProject('project.read', 'Board', ofBoard)
  const write = inProject('board.write', 'Board', ofBoard)

  app.get(
    '/project/:id/board',
    {
      config: { access: inProject('project.read', 'Project', ofProject) },
      schema: {
        tags,
        summary: 'List boards',
        description:
          'In the order of the project. Managers can list deleted boards with `deleted=true` or `deleted=all`.',
        params: IdParams,
        querystring: BoardFilters,
        response: { 200: List(ListedBoard) },
      },
    },
    request => findBoards(deps, actorOf(request), request.params.id, request.query),
  )

  app.post(
    '/project/:id/board',
    {
      config: { access: inProject('board.write', 'Project', ofProject) },
      schema: {
        tags,
        summary: 'Create a board',
        description:
          'Creates the board with its columns, by default To do, In progress and Done. The column named Done, else the last one, completes tasks unless `doneColumn` names another.',
        params: IdParams,
        body: NewBoard,
        response: { 200: Item(BoardWithColumns) },
      },
    },
    async request => ({ item: await createBoard(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.get(
    '/board/:id',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Get a board',
        description:
          'Returns the board with its columns and the number of tasks in each. A deleted board is 410.',
        params: IdParams,
        response: { 200: Item(BoardWithColumns) },
      },
    },
    async ({ params }) => ({ item: await getBoardWithColumns(db, params.id) }),
  )

  app.get(
    '/board/:id/full',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Get a board with its tasks',
        description:
          'Columns, cards and stickers in one response, as a board view needs them. Changes since then can be followed with `GET /events` from `changeId` on.',
        params: IdParams,
        querystring: FullBoardQuery,
        response: { 200: Item(FullBoard) },
      },
    },
    async (request, reply) => {
      const text = await fullBoardText(deps, actorOf(request), request.params.id, request.query.perColumn)
      return reply.type('application/json; charset=utf-8').send(text as never)
    },
  )

  app.put(
    '/board/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Update a board',
        description:
          'Changes name or description, or moves the board: name the neighbor with `afterBoardId` or `beforeBoardId`.',
        params: IdParams,
        body: BoardChanges,
        response: { 200: Item(BoardWithColumns) },
      },
    },
    async request => ({ item: await changeBoard(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.delete(
    '/board/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Delete a board',
        description: 'Moves the board and its tasks to the trash, where they stay for 30 days.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await deleteBoard(deps, actorOf(request), request.params.id)
      return { message: 'The board was deleted' }
    },
  )

  app.post(
    '/board/:id/restore',
    {
      config: { access: inProject('board.write', 'Board', ofAnyBoard) },
      schema: {
        tags,
        summary: 'Restore a board',
        description:
          'Brings the board back with the tasks that were deleted with it. 409 if it is not deleted.',
        params: IdParams,
        response: { 200: Item(BoardWithColumns) },
      },
    },
    async request => ({ item: await restoreBoard(deps, actorOf(request), request.params.id) }),
  )
}
