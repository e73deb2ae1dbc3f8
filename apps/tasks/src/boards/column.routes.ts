import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { boardPlace } from './board.queries.ts'
import * as commands from './column.commands.ts'
import { createColumn, deleteColumn, listColumns, reorderColumns, updateColumn } from './column.contract.ts'
import { columnPlace, listColumnPage } from './column.queries.ts'

export function columnRoutes(route: Route, deps: Deps) {
  route(listColumns, { place: boardPlace }, ({ params, query }) => listColumnPage(deps.db, params.id, query))

  route(createColumn, { place: boardPlace }, async ({ actor, params, body }) => ({
    item: await commands.createColumn(deps, actor, params.id, body),
  }))

  route(reorderColumns, { place: boardPlace }, ({ actor, params, body }) =>
    commands.reorderColumns(deps, actor, params.id, body),
  )

  route(updateColumn, { place: columnPlace }, async ({ actor, params, body }) => ({
    item: await commands.updateColumn(deps, actor, params.id, body),
  }))

  route(deleteColumn, { place: columnPlace }, async ({ actor, params, query }) => {
    await commands.deleteColumn(deps, actor, params.id, query)
    return { message: 'Column deleted' }
  })
}
