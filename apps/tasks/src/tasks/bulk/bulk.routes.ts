import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './bulk.commands.ts'
import { changeTasks, undoBulkChange } from './bulk.contract.ts'
import { describeOutcome } from './refusals.ts'

export function bulkRoutes(route: Route, deps: Deps) {
  route(changeTasks, {}, async ({ actor, body, origin }) => ({
    item: describeOutcome(await commands.changeTasks(deps, actor, body), origin.language),
  }))

  route(undoBulkChange, {}, async ({ actor, params, origin }) => ({
    item: describeOutcome(await commands.undoBulkChange(deps, actor, params.id), origin.language),
  }))
}
