import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './branding.commands.ts'
import { changeBranding, MAX_LOGO_BYTES, removeLogo, replaceLogo } from './branding.contract.ts'

export function brandingRoutes(route: Route, deps: Deps) {
  const { item } = commandAnswers(deps)

  route(changeBranding, {}, item(commands.changeBranding))
  route(replaceLogo, { maxFileBytes: MAX_LOGO_BYTES }, item(commands.replaceLogo))
  route(removeLogo, {}, async ({ actor }) => ({ item: await commands.removeLogo(deps, actor) }))
}
