import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
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
  const { item, message } = commandAnswers(deps)

  route(contracts.listProjects, {}, ({ actor, query }) =>
    queries.listProjects(db, actor, query, pageOf(query)),
  )

  route(contracts.createProject, {}, async ({ actor, body, origin }) => ({
    item: await commands.createProject(deps, actor, body, origin.language),
  }))

  route(contracts.getProject, { record: projectRecord }, async ({ actor, params }) => ({
    item: await queries.getProject(db, params.id, actor.id),
  }))

  route(contracts.updateProject, { record: projectRecord }, item(commands.updateProject))
  route(
    contracts.archiveProject,
    { record: anyProjectRecord },
    message(commands.archiveProject, 'Project archived'),
  )
  route(contracts.restoreProject, { record: anyProjectRecord }, item(commands.restoreProject))

  route(listProjectActivity, { record: projectRecord }, ({ actor, params, query }) =>
    listActivityOfProject(db, actor, params.id, pageOf(query)),
  )
}
