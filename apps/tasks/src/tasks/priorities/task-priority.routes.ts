import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './task-priority.commands.ts'
import * as contracts from './task-priority.contract.ts'
import * as queries from './task-priority.queries.ts'

export function taskPriorityRoutes(route: Route, deps: Deps) {
  route(contracts.listTaskPriorities, {}, ({ query }) => queries.listTaskPriorities(deps.db, query))

  route(contracts.createTaskPriority, {}, async ({ actor, body }) => ({
    item: await commands.createTaskPriority(deps, actor, body),
  }))

  route(contracts.updateTaskPriority, {}, async ({ actor, params, body }) => ({
    item: await commands.updateTaskPriority(deps, actor, params.id, body),
  }))

  route(contracts.deleteTaskPriority, {}, async ({ actor, params }) => {
    await commands.deleteTaskPriority(deps, actor, params.id)
    return { message: 'Priority deleted' }
  })
}
