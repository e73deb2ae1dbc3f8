import { BYTE_ORDER_MARK, toCsv } from '@atrium/core/csv'
import { type Kysely, sql } from 'kysely'
import type { AuditExportQuery, AuditFormat, AuditRecord } from './audit-record.contract.ts'

const BATCH = 1000

const columns = [
  'service',
  'id',
  'at',
  'action',
  'actorId',
  'clientId',
  'subjectType',
  'subjectId',
  'address',
  'requestId',
  'details',
] as const

export type AuditService = 'identity' | 'tasks'

/** The parts of the file, oldest entry first; no connection waits for a slow reader. */
export async function* exportAudit<DB>(
  db: Kysely<DB>,
  service: AuditService,
  { from, to, format }: AuditExportQuery,
  { hasHead = true } = {},
) {
  if (hasHead && format === 'csv') yield BYTE_ORDER_MARK + toCsv([[...columns]])
  for (let after = 0; ; ) {
    const { rows } = await sql<AuditRecord>`
      select ${entryFields} from audit_entries
      where id > ${after} and at >= ${from ?? '-infinity'} and at <= ${to ?? 'infinity'}
      order by id limit ${sql.lit(BATCH)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield auditLines(service, rows, format)
    after = last.id
  }
}

export const entryFields = sql`id, at, action, actor_id, client_id, subject_type, subject_id, address, request_id, details`

export function auditLines(service: AuditService, records: AuditRecord[], format: AuditFormat) {
  const named = records.map(record => ({ service, ...record }))
  if (format === 'csv') return toCsv(named.map(record => columns.map(column => cellOf(record[column]))))
  return named.map(record => `${JSON.stringify(record)}\n`).join('')
}

function cellOf(value: unknown) {
  return typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : (value as string | number | null)
}
