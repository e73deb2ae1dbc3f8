import { commandAnswers } from '@atrium/http/routes/command-answers'
import { JsonText } from '@atrium/http/routes/replies'
import { tokenProjects } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { may } from '#projects/rights.ts'
import type { Route } from '#route.ts'
import { anyBoardRecord, boardRecord } from './board.queries.ts'
import * as commands from './navigation.commands.ts'
import { getNavigation, starBoard, unstarBoard } from './navigation.contract.ts'
import * as queries from './navigation.queries.ts'

export function navigationRoutes(route: Route, deps: Deps) {
  const { message } = commandAnswers(deps)

  route(getNavigation, {}, async ({ actor }) => {
    const readsAll = may(actor, null, 'project.read')
    const text = await queries.readNavigation(deps.db, actor.id, readsAll, tokenProjects(actor))
    return new JsonText(`{"item":${text}}`)
  })

  route(starBoard, { record: boardRecord }, message(commands.starBoard, 'Board starred'))
  route(unstarBoard, { record: anyBoardRecord }, message(commands.unstarBoard, 'Star removed'))
}
