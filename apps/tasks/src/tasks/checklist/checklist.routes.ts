import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './checklist.commands.ts'
import * as contracts from './checklist.contract.ts'
import * as queries from './checklist.queries.ts'
import { checklistItemRecord } from './checklist.queries.ts'

export function checklistRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(contracts.listChecklist, { record: taskRecord }, ({ params, query }) =>
    queries.listChecklist(deps.db, params.id, pageOf(query)),
  )

  route(contracts.createChecklistItem, { record: taskRecord }, item(commands.createChecklistItem))
  route(contracts.updateChecklistItem, { record: checklistItemRecord }, item(commands.updateChecklistItem))
  route(
    contracts.deleteChecklistItem,
    { record: checklistItemRecord },
    message(commands.deleteChecklistItem, 'Checklist item deleted'),
  )
}
