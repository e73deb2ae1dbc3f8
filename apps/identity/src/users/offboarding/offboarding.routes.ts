import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './offboarding.commands.ts'
import { getOffboarding, offboardUser } from './offboarding.contract.ts'

export function offboardingRoutes(route: Route, deps: Deps) {
  route(getOffboarding, {}, async ({ params }) => ({ item: await commands.getOffboarding(deps, params.id) }))

  route(offboardUser, {}, async ({ actor, params, body }) => ({
    item: await commands.offboardUser(deps, actor, params.id, body.successorId ?? null),
  }))
}
