import { pageOf } from '@atrium/core/paging'
import { IdParams, Item, List, ListQuery, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken, inProject, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { Activity } from './activity.contract.ts'
import { archiveProject, restoreProject } from './archive-project.ts'
import { changeProject } from './change-project.ts'
import { createProject } from './create-project.ts'
import { findActivity } from './find-activity.ts'
import { findAnyProjectPlace, findProjectPlace } from './place.queries.ts'
import { NewProject, Project, ProjectChanges, ProjectFilters } from './project.contract.ts'
import { getProject, listProjects } from './project.queries.ts'

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
      schema: {
        tags,
        summary: 'List your projects',
        description:
          'The projects you are a member of. Archived ones are listed only with `archived=true` or `archived=all`.',
        querystring: ProjectFilters,
        response: { 200: List(Project) },
      },
    },
    request => listProjects(db, actorOf(request).id, request.query, pageOf(request.query)),
  )

  app.post(
    '/project',
    {
      config: { access: permission('projects.create') },
      schema: {
        tags,
        summary: 'Create a project',
        description: 'You become the owner. A `personal` project has no other members.',
        body: NewProject,
        response: { 200: Item(Project) },
      },
    },
    async request => ({ item: await createProject(deps, actorOf(request), request.body) }),
  )

  app.get(
    '/project/:id',
    {
      ...reads,
      schema: {
        tags,
        summary: 'Get a project',
        description: 'Returns the project with your role and the number of members.',
        params,
        response: { 200: Item(Project) },
      },
    },
    async request => ({ item: await getProject(db, request.params.id, actorOf(request).id) }),
  )

  app.put(
    '/project/:id',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Update a project',
        description:
          'Changes the given fields. `settings` is merged by top-level key; `null` as a value removes a key.',
        params,
        body: ProjectChanges,
        response: { 200: Item(Project) },
      },
    },
    async request => ({
      item: await changeProject(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/project/:id',
    {
      ...writesArchived,
      schema: {
        tags,
        summary: 'Archive a project',
        description:
          'Hides the project and makes it read-only. Archiving twice changes nothing. Your first personal project cannot be archived (409).',
        params,
        response: { 200: Message },
      },
    },
    async request => {
      await archiveProject(deps, actorOf(request), request.params.id)
      return { message: 'The project is archived' }
    },
  )

  app.post(
    '/project/:id/restore',
    {
      ...writesArchived,
      schema: {
        tags,
        summary: 'Restore an archived project',
        description: 'The project is active again. 409 if it is not archived.',
        params,
        response: { 200: Item(Project) },
      },
    },
    async request => ({ item: await restoreProject(deps, actorOf(request), request.params.id) }),
  )

  app.get(
    '/project/:id/activity',
    {
      ...reads,
      schema: {
        tags,
        summary: 'List the activity of a project',
        description: 'Who did what and when, newest first, with the values before and after.',
        params,
        querystring: ListQuery,
        response: { 200: List(Activity) },
      },
    },
    request => findActivity(deps, actorOf(request), request.params.id, pageOf(request.query)),
  )
}
