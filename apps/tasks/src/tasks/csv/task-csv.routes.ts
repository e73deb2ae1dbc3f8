import { Readable } from 'node:stream'
import { languageOf } from '@atrium/core/language'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { downloadTaskCsv } from './task-csv.contract.ts'
import { taskCsv } from './task-csv.queries.ts'

export function taskCsvRoutes(route: Route, deps: Deps) {
  route(downloadTaskCsv, {}, async ({ actor, query, request, reply }) => {
    const now = deps.now()
    const parts = await taskCsv(deps.db, actor, query, { now, language: languageOf(request) })
    const day = query.today ?? now.toISOString().slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="tasks-${day}.csv"`)
    return reply.send(Readable.from(parts))
  })
}
