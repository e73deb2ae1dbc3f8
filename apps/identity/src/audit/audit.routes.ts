import { listReply, pageOf } from '@atrium/core/paging'
import { List } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { AuditFilters, NamedAuditRecord } from './audit.contract.ts'
import { countAuditRecords, listAuditRecords } from './audit.queries.ts'

export function auditRoutes(app: App, { db }: Deps) {
  app.get(
    '/audit',
    {
      config: { access: needs('system:manage', permission('rbac.permissions.manage')) },
      schema: {
        tags: ['Audit'],
        summary: 'List audit entries',
        description:
          'Who did what to whom, newest first by default. Filter by action, actor, subject and time; `userId` finds entries by or about a user.',
        querystring: AuditFilters,
        response: { 200: List(NamedAuditRecord) },
      },
    },
    async ({ query }) => {
      const page = pageOf(query)
      const [items, total] = await Promise.all([
        listAuditRecords(db, query, page),
        countAuditRecords(db, query),
      ])
      return listReply(items, total, page)
    },
  )
}
