import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { summarizeTasks } from './task-summary.contract.ts'
import * as queries from './task-summary.queries.ts'

export function taskSummaryRoutes(route: Route, deps: Deps) {
  route(summarizeTasks, {}, async ({ actor, query }) => ({
    item: await deps.replica.read(db => queries.summarizeTasks(db, actor, query, deps.now())),
  }))
}
