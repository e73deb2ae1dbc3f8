import type { Deps } from '#deps.ts'
import { anyProjectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import { exportProject } from './export.contract.ts'
import { archiveProject } from './export-project.ts'
import { exportToTrello } from './trello-export.ts'

export function exportRoutes(route: Route, deps: Deps) {
  route(exportProject, { record: anyProjectRecord }, async ({ params, query, reply }) => {
    const isTrello = query.format === 'trello'
    const name = `project-${params.id}-${deps.now().toISOString().slice(0, 10)}`
    reply
      .type(isTrello ? 'application/json; charset=utf-8' : 'application/gzip')
      .header('content-disposition', `attachment; filename="${name}.${isTrello ? 'json' : 'tar.gz'}"`)
      .header('cache-control', 'no-store')
    return reply.send(isTrello ? await exportToTrello(deps, params.id) : archiveProject(deps, params.id))
  })
}
