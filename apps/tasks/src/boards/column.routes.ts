import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { boardRecord } from './board.queries.ts'
import * as commands from './column.commands.ts'
import { createColumn, deleteColumn, listColumns, reorderColumns, updateColumn } from './column.contract.ts'
import { columnRecord, listColumnPage } from './column.queries.ts'

export function columnRoutes(route: Route, deps: Deps) {
  route(listColumns, { record: boardRecord }, ({ params, query }) =>
    listColumnPage(deps.db, params.id, query),
  )

  route(createColumn, { record: boardRecord }, async ({ actor, params, body }) => ({
    item: await commands.createColumn(deps, actor, params.id, body),
  }))

  route(reorderColumns, { record: boardRecord }, ({ actor, params, body }) =>
    commands.reorderColumns(deps, actor, params.id, body),
  )

  route(updateColumn, { record: columnRecord }, async ({ actor, params, body }) => ({
    item: await commands.updateColumn(deps, actor, params.id, body),
  }))

  route(deleteColumn, { record: columnRecord }, async ({ actor, params, query }) => {
    await commands.deleteColumn(deps, actor, params.id, query)
    return { message: 'Column deleted' }
  })
}
