import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as explanation from './explain-project-access.ts'
import { explainProjectAccess } from './explanation.contract.ts'

export function explanationRoutes(route: Route, { db }: Deps) {
  route(explainProjectAccess, {}, async ({ query }) => ({
    items: await explanation.explainProjectAccess(db, query),
  }))
}
