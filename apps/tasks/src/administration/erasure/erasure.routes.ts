import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { eraseNamedUser } from './erasure.commands.ts'
import { eraseUser } from './erasure.contract.ts'

export function erasureRoutes(route: Route, deps: Deps) {
  route(eraseUser, {}, async ({ body }) => ({ item: await eraseNamedUser(deps, body.token) }))
}
