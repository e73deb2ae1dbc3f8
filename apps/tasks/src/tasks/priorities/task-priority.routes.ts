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

  route(createTaskPriority, {}, async ({ body }) => ({
    item: await commands.createTaskPriority(deps, body),
  }))

  route(updateTaskPriority, {}, async ({ params, body }) => ({
    item: await commands.updateTaskPriority(deps, params.id, body),
  }))

  route(deleteTaskPriority, {}, async ({ params }) => {
    await commands.deleteTaskPriority(deps, params.id)
    return { message: 'Priority deleted' }
  })
}
