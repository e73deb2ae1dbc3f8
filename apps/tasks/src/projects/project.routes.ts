import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { listProjectActivity } from './activity.contract.ts'
import { listActivityOfProject } from './activity.queries.ts'
import { anyProjectPlace, projectPlace } from './place.queries.ts'
import * as commands from './project.commands.ts'
import {
  archiveProject,
  createProject,
  getProject,
  listProjects,
  restoreProject,
  updateProject,
} from './project.contract.ts'
import * as queries from './project.queries.ts'

export function projectRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(listProjects, {}, ({ actor, query }) => queries.listProjects(db, actor, query, pageOf(query)))

  route(createProject, {}, async ({ actor, body, origin }) => ({
    item: await commands.createProject(deps, actor, body, origin.language),
  }))

  route(getProject, { place: projectPlace }, async ({ actor, params }) => ({
    item: await queries.getProject(db, params.id, actor.id),
  }))

  route(updateProject, { place: projectPlace }, async ({ actor, params, body }) => ({
    item: await commands.updateProject(deps, actor, params.id, body),
  }))

  route(archiveProject, { place: anyProjectPlace }, async ({ actor, params }) => {
    await commands.archiveProject(deps, actor, params.id)
    return { message: 'Project archived' }
  })

  route(restoreProject, { place: anyProjectPlace }, async ({ actor, params }) => ({
    item: await commands.restoreProject(deps, actor, params.id),
  }))

  route(listProjectActivity, { place: projectPlace }, ({ actor, params, query }) =>
    listActivityOfProject(db, actor, params.id, pageOf(query)),
  )
}
