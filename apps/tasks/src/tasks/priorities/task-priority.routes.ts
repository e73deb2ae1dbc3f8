import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './task-priority.commands.ts'
import {
  createTaskPriority,
  deleteTaskPriority,
  listTaskPriorities,
  updateTaskPriority,
} from './task-priority.contract.ts'
import * as queries from './task-priority.queries.ts'

export function taskPriorityRoutes(route: Route, deps: Deps) {
  route(listTaskPriorities, {}, ({ query }) => queries.listTaskPriorities(deps.db, query))

  route(createTaskPriority, {}, async ({ actor, body }) => ({
    item: await commands.createTaskPriority(deps, actor, body),
  }))

  route(updateTaskPriority, {}, async ({ actor, params, body }) => ({
    item: await commands.updateTaskPriority(deps, actor, params.id, body),
  }))

  route(deleteTaskPriority, {}, async ({ actor, params }) => {
    await commands.deleteTaskPriority(deps, actor, params.id)
    return { message: 'Priority deleted' }
  })
}
