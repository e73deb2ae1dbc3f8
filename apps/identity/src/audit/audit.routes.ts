import { listReply, pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { listAuditRecords } from './audit.contract.ts'
import * as queries from './audit.queries.ts'

export function auditRoutes(route: Route, { replica }: Deps) {
  route(listAuditRecords, {}, async ({ query }) => {
    const page = pageOf(query)
    const [items, total] = await replica.read(db =>
      Promise.all([queries.listAuditRecords(db, query, page), queries.countAuditRecords(db, query)]),
    )
    return listReply(items, total, page)
  })
}
