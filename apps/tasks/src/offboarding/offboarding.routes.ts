import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './offboarding.commands.ts'
import { handOverWork } from './offboarding.contract.ts'

export function offboardingRoutes(route: Route, deps: Deps) {
  route(handOverWork, {}, async ({ body }) => ({ item: await commands.handOverWork(deps, body.token) }))
}
