import { commandAnswers } from '@atrium/http/routes/command-answers'
import { tokenProjects } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { anyTaskRecord, taskRecord } from '#tasks/task.queries.ts'
import * as commands from './plan.commands.ts'
import { getPlan, planTask, rollOverPlan, unplanTask } from './plan.contract.ts'
import { listPlannedTasks } from './plan.queries.ts'

export function planRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(getPlan, {}, async ({ actor, query }) => {
    const from = query.from ?? deps.now().toISOString().slice(0, 10)
    return { item: { tasks: await listPlannedTasks(deps.db, actor.id, from, tokenProjects(actor)) } }
  })

  route(planTask, { record: taskRecord }, message(commands.planTask, 'Task planned'))
  route(unplanTask, { record: anyTaskRecord }, message(commands.unplanTask, 'Task removed from your plan'))
  route(rollOverPlan, {}, item(commands.rollOverPlan))
}
