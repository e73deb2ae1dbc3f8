import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './notice.commands.ts'
import { endMaintenance, removeBanner, setBanner, startMaintenance } from './notice.contract.ts'

export function noticeRoutes(route: Route, deps: Deps) {
  route(startMaintenance, {}, async ({ actor, body }) => ({
    item: await commands.startMaintenance(deps, actor, body),
  }))
  route(endMaintenance, {}, async ({ actor }) => ({ item: await commands.endMaintenance(deps, actor) }))
  route(setBanner, {}, async ({ actor, body }) => ({ item: await commands.setBanner(deps, actor, body) }))
  route(removeBanner, {}, async ({ actor }) => ({ item: await commands.removeBanner(deps, actor) }))
}
