import { languageOf } from '@atrium/core/language'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './bulk.commands.ts'
import { changeTasks, undoBulkChange } from './bulk.contract.ts'
import { describeOutcome } from './refusals.ts'

export function bulkRoutes(route: Route, deps: Deps) {
  route(changeTasks, {}, async ({ actor, body, request }) => ({
    item: describeOutcome(await commands.changeTasks(deps, actor, body), languageOf(request)),
  }))

  route(undoBulkChange, {}, async ({ actor, params, request }) => ({
    item: describeOutcome(await commands.undoBulkChange(deps, actor, params.id), languageOf(request)),
  }))
}
