import { AuditExportQuery, AuditRecord, auditPeriod } from '@atrium/audit/audit-record.contract'
import { contractsOf, endpointsOf } from '@atrium/core/contract'
import { Default, Id, List, ListQuery, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { permission, withScope } from '#access.contract.ts'

export const AuditFilters = Type.Object({
  ...ListQuery.properties,
  ...auditPeriod,
  orderBy: Default(OneOf('-id', 'id'), '-id'),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  userId: Type.Optional(
    Type.Unsafe<number>({ ...Id, description: 'Entries by or about this user of the identity service' }),
  ),
})
export type AuditFilters = Static<typeof AuditFilters>

const contract = contractsOf('Audit')
const endpoint = endpointsOf('Audit')
const access = withScope('tasks:manage', permission('rbac.permissions.manage'))

export const listAuditRecords = contract('listAuditRecords', 'GET /audit', {
  summary: 'List audit entries',
  description:
    'Who changed roles, permissions, priorities and other things of the whole installation, newest first by default. IDs of users are those of the identity service. What happens in a project is in its activity.',
  access,
  query: AuditFilters,
  reply: List(AuditRecord),
})

export const exportAuditRecords = endpoint('exportAuditRecords', 'GET /audit/export', {
  summary: 'Export audit entries',
  description:
    'All entries of a period, oldest first, as JSON lines or CSV: the same lines that `AUDIT_LOG` sends.',
  access,
  query: AuditExportQuery,
  produces: ['application/x-ndjson', 'text/csv'],
})
