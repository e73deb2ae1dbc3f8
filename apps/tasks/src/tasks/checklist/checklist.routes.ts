import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskPlace } from '../task.queries.ts'
import * as commands from './checklist.commands.ts'
import {
  createChecklistItem,
  deleteChecklistItem,
  listChecklist,
  updateChecklistItem,
} from './checklist.contract.ts'
import * as queries from './checklist.queries.ts'
import { checklistItemPlace } from './checklist.queries.ts'

export function checklistRoutes(route: Route, deps: Deps) {
  route(listChecklist, { place: taskPlace }, ({ params, query }) =>
    queries.listChecklist(deps.db, params.id, pageOf(query)),
  )

  route(createChecklistItem, { place: taskPlace }, async ({ actor, params, body }) => ({
    item: await commands.createChecklistItem(deps, actor, params.id, body),
  }))

  route(updateChecklistItem, { place: checklistItemPlace }, async ({ actor, params, body }) => ({
    item: await commands.updateChecklistItem(deps, actor, params.id, body),
  }))

  route(deleteChecklistItem, { place: checklistItemPlace }, async ({ actor, params }) => {
    await commands.deleteChecklistItem(deps, actor, params.id)
    return { message: 'Checklist item deleted' }
  })
}
