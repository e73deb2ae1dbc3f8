import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { listProjectActivity } from './activity.contract.ts'
import { listActivityOfProject } from './activity.queries.ts'
import * as commands from './project.commands.ts'
import * as contracts from './project.contract.ts'
import * as queries from './project.queries.ts'
import { anyProjectRecord, projectRecord } from './record-access.queries.ts'

export function projectRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(contracts.listProjects, {}, ({ actor, query }) =>
    queries.listProjects(db, actor, query, pageOf(query)),
  )

  route(contracts.createProject, {}, async ({ actor, body, origin }) => ({
    item: await commands.createProject(deps, actor, body, origin.language),
  }))

  route(contracts.getProject, { record: projectRecord }, async ({ actor, params }) => ({
    item: await queries.getProject(db, params.id, actor.id),
  }))

  route(contracts.updateProject, { record: projectRecord }, async ({ actor, params, body }) => ({
    item: await commands.updateProject(deps, actor, params.id, body),
  }))

  route(contracts.archiveProject, { record: anyProjectRecord }, async ({ actor, params }) => {
    await commands.archiveProject(deps, actor, params.id)
    return { message: 'Project archived' }
  })

  route(contracts.restoreProject, { record: anyProjectRecord }, async ({ actor, params }) => ({
    item: await commands.restoreProject(deps, actor, params.id),
  }))

  route(listProjectActivity, { record: projectRecord }, ({ actor, params, query }) =>
    listActivityOfProject(db, actor, params.id, pageOf(query)),
  )
}
