import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { anyProjectRecord } from '../record-access.queries.ts'
import * as commands from './hold.commands.ts'
import { getHold, holdProject, releaseProject } from './hold.contract.ts'

export function holdRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(getHold, { record: anyProjectRecord }, async ({ actor, subject }) => ({
    item: await commands.getHold(deps, actor, subject),
  }))

  route(holdProject, {}, item(commands.holdProject))
  route(releaseProject, {}, message(commands.releaseProject, 'Legal hold released'))
}
