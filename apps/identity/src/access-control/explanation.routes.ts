import { listReply, pageOf } from '@atrium/core/paging'
import { Item, List } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { explainAccess } from './explain-access.ts'
import { Explanation, Question, RouteFilters, RouteRule } from './explanation.contract.ts'
import { listRouteRules } from './route-rules.ts'

const tags = ['Permissions']
const config = { access: needs('system:manage', permission('rbac.permissions.read')) }

export function explanationRoutes(app: App, deps: Deps) {
  app.get(
    '/rbac/routes',
    {
      config,
      schema: {
        tags,
        summary: 'List access rules',
        description: 'Every route of this service with the scope and the permission it requires.',
        querystring: RouteFilters,
        response: { 200: List(RouteRule) },
      },
    },
    async ({ query }) => {
      const page = pageOf(query)
      const rules = listRouteRules(app).filter(({ path }) => path.includes(query.search ?? ''))
      return listReply(rules.slice(page.offset, page.offset + page.limit), rules.length, page)
    },
  )

  app.get(
    '/rbac/explain',
    {
      config: { ...config, refuses: [404] },
      schema: {
        tags,
        summary: 'Explain access',
        description:
          'Whether a user can call a route, and why: each check of a request in order, with its result.',
        querystring: Question,
        response: { 200: Item(Explanation) },
      },
    },
    async ({ query }) => ({ item: await explainAccess(deps, app, query) }),
  )
}
