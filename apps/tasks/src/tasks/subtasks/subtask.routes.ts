import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { checklistItemRecord } from '../checklist/checklist.queries.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './subtask.commands.ts'
import { convertChecklistItem, listSubtasks } from './subtask.contract.ts'
import * as queries from './subtask.queries.ts'

export function subtaskRoutes(route: Route, deps: Deps) {
  route(listSubtasks, { record: taskRecord }, ({ params, query }) =>
    queries.listSubtasks(deps.db, params.id, pageOf(query), { all: query.all ?? false }),
  )

  route(convertChecklistItem, { record: checklistItemRecord }, async ({ actor, params, body }) => ({
    item: await commands.convertChecklistItem(deps, actor, params.id, body),
  }))
}
