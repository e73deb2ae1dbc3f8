import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './erasure.commands.ts'
import { eraseUser, getErasure } from './erasure.contract.ts'
import * as queries from './erasure.queries.ts'

export function erasureRoutes(route: Route, deps: Deps) {
  route(eraseUser, {}, async ({ actor, params, body }) => ({
    item: await commands.eraseUser(deps, actor, params.id, body.confirmation),
  }))

  route(getErasure, {}, async ({ params }) => ({ item: await queries.getErasure(deps.db, params.id) }))
}
