import type { App } from '@atrium/http/create-app'
import { ListQuery, pageOf } from '@atrium/http/pagination'
import { IdParams, Item, List, Message } from '@atrium/http/replies'
import { actorOf, anyToken, inProject, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { Activity } from './activity.schema.ts'
import { archiveProject, restoreProject } from './archive-project.ts'
import { changeProject } from './change-project.ts'
import { createProject } from './create-project.ts'
import { findActivity } from './find-activity.ts'
import { findAnyProjectPlace, findProjectPlace } from './place.queries.ts'
import { getProject, listProjects } from './project.queries.ts'
import { NewProject, Project, ProjectChanges, ProjectFilters } from './project.schema.ts'

export function projectRoutes(app: App, deps: Deps) {
  const { db } = deps
  const findPlace = (userId: number, id: number) => findProjectPlace(db, userId, id)
  const findAnyPlace = (userId: number, id: number) => findAnyProjectPlace(db, userId, id)
  const reads = { config: { access: inProject('project.read', 'Project', findPlace) } }
  const writes = { config: { access: inProject('project.write', 'Project', findPlace) } }
  const writesArchived = { config: { access: inProject('project.write', 'Project', findAnyPlace) } }
  const tags = ['Projects']
  const params = IdParams

  app.get(
    '/project',
    {
      config: { access: anyToken },
      schema: { tags, querystring: ProjectFilters, response: { 200: List(Project) } },
    },
    request => listProjects(db, actorOf(request).id, request.query, pageOf(request.query)),
  )

  app.post(
    '/project',
    {
      config: { access: permission('projects.create') },
      schema: { tags, body: NewProject, response: { 200: Item(Project) } },
    },
    async request => ({ item: await createProject(deps, actorOf(request), request.body) }),
  )

  app.get(
    '/project/:id',
    { ...reads, schema: { tags, params, response: { 200: Item(Project) } } },
    async request => ({ item: await getProject(db, request.params.id, actorOf(request).id) }),
  )

  app.put(
    '/project/:id',
    { ...writes, schema: { tags, params, body: ProjectChanges, response: { 200: Item(Project) } } },
    async request => ({
      item: await changeProject(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/project/:id',
    { ...writesArchived, schema: { tags, params, response: { 200: Message } } },
    async request => {
      await archiveProject(deps, actorOf(request), request.params.id)
      return { message: 'The project is archived' }
    },
  )

  app.post(
    '/project/:id/restore',
    { ...writesArchived, schema: { tags, params, response: { 200: Item(Project) } } },
    async request => ({ item: await restoreProject(deps, actorOf(request), request.params.id) }),
  )

  app.get(
    '/project/:id/activity',
    { ...reads, schema: { tags, params, querystring: ListQuery, response: { 200: List(Activity) } } },
    request => findActivity(deps, actorOf(request), request.params.id, pageOf(request.query)),
  )
}
