import { AuditExportQuery, AuditRecord } from '@atrium/audit/audit-record.contract'
import { contract, endpoint } from '@atrium/core/contract'
import { Default, Id, Instant, List, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

/** With the names of actor and subject, while they exist. */
export const NamedAuditRecord = Type.Object({
  ...AuditRecord.properties,
  actorName: Nullable(Type.String()),
  subjectName: Nullable(Type.String()),
})
export type NamedAuditRecord = Static<typeof NamedAuditRecord>

export const AuditFilters = Type.Object({
  ...ListQuery.properties,
  service: Default(OneOf('identity', 'tasks'), 'identity'),
  orderBy: Default(OneOf('-id', 'id'), '-id'),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  actorId: Type.Optional(Id),
  userId: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'Entries by or about this user' })),
  subjectType: Type.Optional(Type.String({ maxLength: 50 })),
  subjectId: Type.Optional(Id),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
})
export type AuditFilters = Static<typeof AuditFilters>

const access = needs('system:manage', permission('rbac.permissions.manage'))

export const listAuditRecords = contract('listAuditRecords', 'GET /audit', {
  tag: 'Audit',
  summary: 'List audit entries',
  description:
    'Who did what to whom, newest first by default. Filter by action, actor, subject and time; `userId` finds entries by or about a user. With `service=tasks` the entries of the task service, if you have `rbac.permissions.manage` there, too: by action, user and time.',
  access,
  query: AuditFilters,
  reply: List(NamedAuditRecord),
  errors: ['tasks_audit_forbidden', 'tasks_unavailable'],
})

export const AuditDownload = Type.Object({
  ...AuditExportQuery.properties,
  service: Default(OneOf('identity', 'tasks'), 'identity'),
})
export type AuditDownload = Static<typeof AuditDownload>

export const exportAuditRecords = endpoint('exportAuditRecords', 'GET /audit/export', {
  tag: 'Audit',
  summary: 'Export audit entries',
  description:
    'All entries of a period, oldest first, as JSON lines or CSV: the same lines that `AUDIT_LOG` sends. With `service=tasks` those of the task service, if you have `rbac.permissions.manage` there, too.',
  access,
  query: AuditDownload,
  produces: ['application/x-ndjson', 'text/csv'],
  errors: ['tasks_audit_forbidden', 'tasks_unavailable'],
})
