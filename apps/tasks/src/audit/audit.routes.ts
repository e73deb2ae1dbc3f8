import { Readable } from 'node:stream'
import { exportAudit } from '@atrium/audit/audit-export'
import { type AuditRecord, auditContentTypes } from '@atrium/audit/audit-record.contract'
import { pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { exportAuditRecords, listAuditRecords } from './audit.contract.ts'

export function auditRoutes(route: Route, { db, now }: Deps) {
  route(listAuditRecords, {}, ({ query: { action, userId, from, to, orderBy, ...page } }) => {
    const entries = db
      .selectFrom('auditEntries')
      .selectAll()
      .$if(action !== undefined, query => query.where('action', '=', String(action)))
      .$if(userId !== undefined, query => query.where(isByOrAbout(userId)))
      .$if(from !== undefined, query => query.where('at', '>=', String(from)))
      .$if(to !== undefined, query => query.where('at', '<=', String(to)))
      .orderBy('id', orderBy === 'id' ? 'asc' : 'desc')
    return listPage(entries.$castTo<AuditRecord>(), pageOf(page))
  })

  route(exportAuditRecords, {}, async ({ query, reply }) => {
    const day = now().toISOString().slice(0, 10)
    reply
      .type(auditContentTypes[query.format])
      .header('content-disposition', `attachment; filename="audit-tasks-${day}.${query.format}"`)
    return reply.send(Readable.from(exportAudit(db, 'tasks', query)))
  })
}

function isByOrAbout(userId: number | undefined) {
  return sql<boolean>`(actor_id = ${userId} or subject_type = 'user' and subject_id = ${userId})`
}
