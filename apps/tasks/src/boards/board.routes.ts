import { sha256 } from '@atrium/core/sha256'
import { JsonText } from '@atrium/http/route'
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
import { fullBoardToRead, getSurroundingsText, readFullBoard } from './full-board.queries.ts'

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

  route(
    getFullBoard,
    { place: fullBoardToRead },
    async ({ actor, subject, params, query, request, reply }) => {
      const tagOf = ({ version }: { version: string }) =>
        `W/"${sha256([version, actor.id, query.perColumn, query.withProject].join()).slice(0, 32)}"`
      if (request.headers['if-none-match'] === tagOf(subject)) {
        return reply.code(304).header('etag', tagOf(subject)).send()
      }
      const [board, surroundings] = await Promise.all([
        subject.text === null ? readFullBoard(db, actor.id, params.id, query) : subject,
        query.withProject ? getSurroundingsText(db, viewerOf(actor, deps), subject.projectId) : '',
      ])
      reply.header('etag', tagOf(board))
      return new JsonText(`{"item":${board.text}${surroundings}}`)
    },
  )

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
