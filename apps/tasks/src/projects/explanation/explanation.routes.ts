import { pageReply } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as explanation from './explain-project-access.ts'
import { explainProjectAccess } from './explanation.contract.ts'

export function explanationRoutes(route: Route, { db }: Deps) {
  route(explainProjectAccess, {}, async ({ query }) =>
    pageReply(await explanation.explainProjectAccess(db, query), query),
  )
}
