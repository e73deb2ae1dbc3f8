import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './notice.commands.ts'
import { endMaintenance, removeBanner, setBanner, startMaintenance } from './notice.contract.ts'

export function noticeRoutes(route: Route, deps: Deps) {
  const { item } = commandAnswers(deps)

  route(startMaintenance, {}, item(commands.startMaintenance))
  route(endMaintenance, {}, async ({ actor }) => ({ item: await commands.endMaintenance(deps, actor) }))
  route(setBanner, {}, item(commands.setBanner))
  route(removeBanner, {}, async ({ actor }) => ({ item: await commands.removeBanner(deps, actor) }))
}
