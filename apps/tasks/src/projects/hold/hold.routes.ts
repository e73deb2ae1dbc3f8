import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { anyProjectRecord } from '../record-access.queries.ts'
import * as commands from './hold.commands.ts'
import { getHold, holdProject, releaseProject } from './hold.contract.ts'

export function holdRoutes(route: Route, deps: Deps) {
  route(getHold, { record: anyProjectRecord }, async ({ actor, subject }) => ({
    item: await commands.getHold(deps, actor, subject),
  }))

  route(holdProject, {}, async ({ actor, params, body }) => ({
    item: await commands.holdProject(deps, actor, params.id, body),
  }))

  route(releaseProject, {}, async ({ actor, params }) => {
    await commands.releaseProject(deps, actor, params.id)
    return { message: 'Legal hold released' }
  })
}
