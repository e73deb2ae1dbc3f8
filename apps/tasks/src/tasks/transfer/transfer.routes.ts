import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as copying from './duplicate.commands.ts'
import * as moving from './move-to-project.commands.ts'
import { duplicateTask, moveTaskToProject } from './transfer.contract.ts'

export function transferRoutes(route: Route, deps: Deps) {
  route(duplicateTask, { record: taskRecord }, async ({ actor, params, body }) => ({
    item: await copying.duplicateTask(deps, actor, params.id, body),
  }))

  route(moveTaskToProject, { record: taskRecord }, ({ actor, params, body }) =>
    moving.moveTaskToProject(deps, actor, params.id, body),
  )
}
