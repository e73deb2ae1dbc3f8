import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './watch.commands.ts'
import { getTaskWatch, unwatchTask, watchTask } from './watch.contract.ts'
import * as queries from './watch.queries.ts'

export function watchRoutes(route: Route, deps: Deps) {
  const { item } = commandAnswers(deps)

  route(getTaskWatch, { record: taskRecord }, async ({ actor, subject, params }) => ({
    item: await queries.getTaskWatch(deps.db, actor.id, { id: params.id, projectId: subject.projectId }),
  }))

  route(watchTask, { record: taskRecord }, item(commands.watchTask))
  route(unwatchTask, { record: taskRecord }, item(commands.unwatchTask))
}
