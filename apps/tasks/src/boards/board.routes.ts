import { viewerOf } from '#administration/directory.ts'
import type { Deps } from '#deps.ts'
import { projectPlace } from '#projects/place.queries.ts'
import type { Route } from '#route.ts'
import * as commands from './board.commands.ts'
import {
  createBoard,
  deleteBoard,
  getBoard,
  listBoards,
  restoreBoard,
  updateBoard,
} from './board.contract.ts'
import * as queries from './board.queries.ts'
import { anyBoardPlace, boardPlace } from './board.queries.ts'
import { getFullBoard } from './full-board.contract.ts'
import { getFullBoardText, getSurroundingsText } from './full-board.queries.ts'

export function boardRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(listBoards, { place: projectPlace }, ({ actor, params, query }) =>
    queries.listBoards(db, actor, params.id, query),
  )

  route(createBoard, { place: projectPlace }, async ({ actor, params, body }) => ({
    item: await commands.createBoard(deps, actor, params.id, body),
  }))

  route(getBoard, { place: boardPlace }, async ({ params }) => ({
    item: await queries.getBoardWithColumns(db, params.id),
  }))

  route(getFullBoard, { place: boardPlace }, async ({ actor, params, query, reply }) => {
    const [board, surroundings] = await Promise.all([
      getFullBoardText(db, actor.id, params.id, query.perColumn),
      query.withProject ? getSurroundingsText(db, viewerOf(actor, deps), params.id) : '',
    ])
    return reply.type('application/json; charset=utf-8').send(`{"item":${board}${surroundings}}`) as never
  })

  route(updateBoard, { place: boardPlace }, async ({ actor, params, body }) => ({
    item: await commands.updateBoard(deps, actor, params.id, body),
  }))

  route(deleteBoard, { place: boardPlace }, async ({ actor, params }) => {
    await commands.deleteBoard(deps, actor, params.id)
    return { message: 'Board deleted' }
  })

  route(restoreBoard, { place: anyBoardPlace }, async ({ actor, params }) => ({
    item: await commands.restoreBoard(deps, actor, params.id),
  }))
}
