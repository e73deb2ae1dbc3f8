import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './task-priority.commands.ts'
import * as contracts from './task-priority.contract.ts'
import * as queries from './task-priority.queries.ts'

export function taskPriorityRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(contracts.listTaskPriorities, {}, ({ query }) => queries.listTaskPriorities(deps.db, query))

  route(contracts.createTaskPriority, {}, item(commands.createTaskPriority))
  route(contracts.updateTaskPriority, {}, item(commands.updateTaskPriority))
  route(contracts.deleteTaskPriority, {}, message(commands.deleteTaskPriority, 'Priority deleted'))
}
