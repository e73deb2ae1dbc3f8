import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '#tasks/task.queries.ts'
import { listLinks } from './links.queries.ts'
import * as commands from './repository.commands.ts'
import * as contracts from './repository.contract.ts'
import * as queries from './repository.queries.ts'

export function gitRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(contracts.listRepositories, { record: projectRecord }, async ({ params, query }) => {
    const { items, ...list } = await queries.listRepositories(db, params.id, pageOf(query))
    return { items: items.map(item => commands.shown(deps, item)), ...list }
  })

  route(contracts.createRepository, { record: projectRecord }, async ({ actor, params, body }) => ({
    item: await commands.createRepository(deps, actor, params.id, body),
  }))

  route(
    contracts.deleteRepository,
    { record: queries.repositoryRecord },
    async ({ actor, params, subject }) => {
      await commands.deleteRepository(deps, actor, params.id, subject.projectId)
      return { message: 'Repository disconnected' }
    },
  )

  route(contracts.listTaskLinks, { record: taskRecord }, ({ params, query, subject }) =>
    listLinks(db, { id: params.id, projectId: subject.projectId }, pageOf(query)),
  )
}
