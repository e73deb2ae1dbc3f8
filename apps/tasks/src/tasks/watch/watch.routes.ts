import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './watch.commands.ts'
import { getTaskWatch, unwatchTask, watchTask } from './watch.contract.ts'
import * as queries from './watch.queries.ts'

export function watchRoutes(route: Route, deps: Deps) {
  route(getTaskWatch, { record: taskRecord }, async ({ actor, params }) => ({
    item: await queries.getTaskWatch(deps.db, actor.id, params.id),
  }))

  route(watchTask, { record: taskRecord }, async ({ actor, params }) => ({
    item: await commands.watchTask(deps, actor, params.id),
  }))

  route(unwatchTask, { record: taskRecord }, async ({ actor, params }) => ({
    item: await commands.unwatchTask(deps, actor, params.id),
  }))
}
