import { pageReply } from '@atrium/core/paging'
import type { App } from '@atrium/http/app/create-app'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as explanation from './explain-access.ts'
import { explainAccess, listRouteRules } from './explanation.contract.ts'
import * as rules from './route-rules.ts'

export function explanationRoutes(route: Route, app: App, deps: Deps) {
  route(listRouteRules, {}, ({ query }) => {
    const found = rules.listRouteRules(app).filter(({ path }) => path.includes(query.search ?? ''))
    return pageReply(found, query)
  })

  route(explainAccess, {}, async ({ query }) => ({
    item: await explanation.explainAccess(deps, app, query),
  }))
}
