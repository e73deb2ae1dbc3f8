import type { App } from '@atrium/http/create-app'
import { listReply, pageOf } from '@atrium/http/pagination'
import { Item, List } from '@atrium/http/replies'
import { actorOf, anyToken, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { createProject } from './create-project.ts'
import { countProjects, listProjects } from './project.queries.ts'
import { NewProject, Project, ProjectFilters } from './project.schema.ts'

export function projectRoutes(app: App, deps: Deps) {
  const { db } = deps

  app.get(
    '/project',
    {
      config: { access: anyToken },
      schema: { tags: ['Projects'], querystring: ProjectFilters, response: { 200: List(Project) } },
    },
    async request => {
      const { id } = actorOf(request)
      const page = pageOf(request.query)
      const [items, total] = await Promise.all([
        listProjects(db, id, request.query, page),
        countProjects(db, id),
      ])
      return listReply(items, total, page)
    },
  )

  app.post(
    '/project',
    {
      config: { access: permission('projects.create') },
      schema: { tags: ['Projects'], body: NewProject, response: { 200: Item(Project) } },
    },
    async request => ({ item: await createProject(deps, actorOf(request), request.body) }),
  )
}
