import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { boardRecord } from './board.queries.ts'
import * as commands from './column.commands.ts'
import { createColumn, deleteColumn, listColumns, reorderColumns, updateColumn } from './column.contract.ts'
import { columnRecord, listColumnPage } from './column.queries.ts'

export function columnRoutes(route: Route, deps: Deps) {
  const { item } = commandAnswers(deps)

  route(listColumns, { record: boardRecord }, ({ params, query }) =>
    listColumnPage(deps.db, params.id, query),
  )

  route(createColumn, { record: boardRecord }, item(commands.createColumn))

  route(reorderColumns, { record: boardRecord }, ({ actor, params, body }) =>
    commands.reorderColumns(deps, actor, params.id, body),
  )

  route(updateColumn, { record: columnRecord }, item(commands.updateColumn))

  route(deleteColumn, { record: columnRecord }, async ({ actor, params, query }) => {
    await commands.deleteColumn(deps, actor, params.id, query)
    return { message: 'Column deleted' }
  })
}
