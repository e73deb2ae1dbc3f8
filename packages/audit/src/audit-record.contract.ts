import { Default, Id, Instant, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

/** An entry of the audit log, the same in both services. */
export const AuditRecord = Type.Object({
  id: Id,
  at: Instant,
  action: Type.String(),
  actorId: Nullable(Id),
  clientId: Nullable(Type.String()),
  subjectType: Nullable(Type.String()),
  subjectId: Nullable(Id),
  address: Nullable(Type.String()),
  requestId: Nullable(
    Type.String({ description: 'The `X-Request-Id` of the request; null for what the console did' }),
  ),
  details: Type.Record(Type.String(), Type.Unknown()),
})
export type AuditRecord = Static<typeof AuditRecord>

export const auditPeriod = { from: Type.Optional(Instant), to: Type.Optional(Instant) }

export const AuditFormat = OneOf('jsonl', 'csv')
export type AuditFormat = Static<typeof AuditFormat>

export const AuditExportQuery = Type.Object({
  ...auditPeriod,
  format: Default(AuditFormat, 'jsonl'),
})
export type AuditExportQuery = Static<typeof AuditExportQuery>

/** What an export is sent as. */
export const auditContentTypes = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const
