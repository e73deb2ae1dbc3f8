import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { listScheduledTasks } from './task-schedule.contract.ts'
import * as queries from './task-schedule.queries.ts'

export function taskScheduleRoutes(route: Route, deps: Deps) {
  route(listScheduledTasks, {}, async ({ actor, query }) => ({
    item: await deps.replica.read(db => queries.listScheduledTasks(db, actor, query, deps.now())),
  }))
}
