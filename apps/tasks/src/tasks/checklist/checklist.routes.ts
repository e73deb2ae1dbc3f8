import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './checklist.commands.ts'
import * as contracts from './checklist.contract.ts'
import * as queries from './checklist.queries.ts'
import { checklistItemRecord } from './checklist.queries.ts'

export function checklistRoutes(route: Route, deps: Deps) {
  route(contracts.listChecklist, { record: taskRecord }, ({ params, query }) =>
    queries.listChecklist(deps.db, params.id, pageOf(query)),
  )

  route(contracts.createChecklistItem, { record: taskRecord }, async ({ actor, params, body }) => ({
    item: await commands.createChecklistItem(deps, actor, params.id, body),
  }))

  route(contracts.updateChecklistItem, { record: checklistItemRecord }, async ({ actor, params, body }) => ({
    item: await commands.updateChecklistItem(deps, actor, params.id, body),
  }))

  route(contracts.deleteChecklistItem, { record: checklistItemRecord }, async ({ actor, params }) => {
    await commands.deleteChecklistItem(deps, actor, params.id)
    return { message: 'Checklist item deleted' }
  })
}
