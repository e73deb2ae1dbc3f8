import { sha256 } from '@atrium/core/sha256'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import { viewerOf } from '#administration/directory.ts'
import type { Deps } from '#deps.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import { may } from '#projects/rights.ts'
import type { Route } from '#route.ts'
import * as commands from './board.commands.ts'
import * as contracts from './board.contract.ts'
import * as queries from './board.queries.ts'
import { anyBoardRecord, boardRecord } from './board.queries.ts'
import { type FullBoardQuery, getFullBoard } from './full-board.contract.ts'
import { type BoardState, cardsPerColumn, findBoardState, readFullBoard } from './full-board.queries.ts'

export function boardRoutes(route: Route, deps: Deps, release: string) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)

  route(contracts.listBoards, { record: projectRecord }, ({ actor, params, query }) =>
    queries.listBoards(db, actor, params.id, query),
  )

  route(contracts.createBoard, { record: projectRecord }, item(commands.createBoard))

  route(contracts.getBoard, { record: boardRecord }, async ({ params }) => ({
    item: await queries.getBoardWithColumns(db, params.id),
  }))

  route(
    getFullBoard,
    {
      record: {
        find: (db, _userId, id, { actor, query }) =>
          findBoardState(
            db,
            { ...viewerOf(actor, deps), readsEveryProject: may(actor, null, 'project.read') },
            id,
            query,
          ),
        notFound: 'board_not_found',
      },
    },
    async ({ actor, subject: state, params: { id }, query, request, reply }) => {
      // The browser keeps its copy, but asks each time whether it is current.
      reply.header('cache-control', 'private, no-cache')
      const tag = tagOf(release, actor.id, state, query)
      if (request.headers['if-none-match'] === tag) return reply.code(304).header('etag', tag).send()
      const perColumn = cardsPerColumn(query)
      const board = await deps.boardCache.get(`${id} ${perColumn}`, state.version, () =>
        readFullBoard(db, { id, projectId: state.projectId }, perColumn),
      )
      const changeId = board.version === state.version ? state.changeId : board.changeId
      const ofReader = `,"myRole":${JSON.stringify(state.role)},"changeId":${changeId},"columns":`
      const surroundings = state.surroundings === null ? '' : `,${state.surroundings}`
      const parts = [Buffer.from(board.start + ofReader), board.columns, Buffer.from(`}${surroundings}}`)]
      return reply
        .header('etag', tagOf(release, actor.id, { ...state, version: board.version }, query))
        .type('application/json; charset=utf-8')
        .send(Buffer.concat(parts))
    },
  )

  route(contracts.updateBoard, { record: boardRecord }, item(commands.updateBoard))
  route(contracts.deleteBoard, { record: boardRecord }, message(commands.deleteBoard, 'Board deleted'))
  route(contracts.restoreBoard, { record: anyBoardRecord }, item(commands.restoreBoard))
}

/**
 * A tag over everything that the response shows, except that `changeId` counts the changes of this project only. A new release may
 * write the same board differently.
 */
function tagOf(release: string, userId: number, state: BoardState, { perColumn }: FullBoardQuery) {
  const { version, projectChangeId, role, surroundings } = state
  const shown = [release, userId, role, perColumn, projectChangeId, version, surroundings]
  return `W/"${sha256(JSON.stringify(shown)).slice(0, 32)}"`
}
