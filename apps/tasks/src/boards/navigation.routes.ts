import { commandAnswers } from '@atrium/http/routes/command-answers'
import { isWithinToken } from '#administration/actor.ts'
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
    const { projects, starred } = await queries.getNavigation(
      deps.db,
      actor.id,
      may(actor, null, 'project.read'),
    )
    const item = {
      projects: projects.filter(({ id }) => isWithinToken(actor, id)),
      starred: starred.filter(({ projectId }) => isWithinToken(actor, projectId)),
    }
    return { item }
  })

  route(starBoard, { record: boardRecord }, message(commands.starBoard, 'Board starred'))
  route(unstarBoard, { record: anyBoardRecord }, message(commands.unstarBoard, 'Star removed'))
}
