import { prepared } from '@atrium/database/prepared'
import { currentRequest } from '@atrium/http/routes/request-log'
import { type Kysely, sql } from 'kysely'

export interface AuditEntry {
  at: string
  /** Named by the specification, such as `user.archived` or `sign-in.failed`. */
  action: string
  actorId: number | null
  clientId?: string | null
  subjectType?: string
  subjectId?: number
  address?: string | null
  /** What changed; never a secret. */
  details?: Record<string, unknown>
}

interface RequestedEntry extends AuditEntry {
  requestId: string | null
}

/** In the same transaction as what it reports. */
export function insertAuditEntry<DB>(db: Kysely<DB>, entry: AuditEntry) {
  return insertAuditEntries(db, [ofCurrentRequest(entry)])
}

/** With the id and the address of the current request. */
export function ofCurrentRequest(entry: AuditEntry): RequestedEntry {
  const request = currentRequest()
  return { ...entry, address: entry.address ?? request?.ip ?? null, requestId: request?.id ?? null }
}

/** One statement text for any number of entries: PostgreSQL keeps a plan per text. */
export async function insertAuditEntries<DB>(db: Kysely<DB>, entries: RequestedEntry[]): Promise<undefined> {
  const rows = entries.map(({ details = {}, ...entry }) => ({ ...entry, details }))
  await insertEntries(db as unknown as Kysely<unknown>, JSON.stringify(rows, storable))
}

/** The transaction gets its id before the entries get theirs, on which shipping relies. */
const insertEntries = prepared(
  (_tx: Kysely<unknown>, json: string) => sql`
    insert into audit_entries (at, action, actor_id, client_id, subject_type, subject_id, address, details, request_id)
    select * from json_to_recordset(${json}) as (
      at timestamptz, action text, "actorId" bigint, "clientId" text, "subjectType" text, "subjectId" bigint,
      address text, details jsonb, "requestId" text)
    where pg_current_xact_id() is not null`,
)

/** PostgreSQL does not store unpaired surrogates. */
function storable(_key: string, value: unknown) {
  return typeof value === 'string' ? value.toWellFormed() : value
}
