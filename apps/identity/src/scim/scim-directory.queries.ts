import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** Written at most once a minute, so that a directory that sends thousands of users costs no more than a slow one. */
const MINUTE = sql`interval '1 minute'`

interface Asked {
  clientId: string
  now: string
}

export async function recordRequest(db: Database, { clientId, now }: Asked) {
  await sql`
    insert into scim_directories as stored (client_id, last_request_at)
    select id, ${now}::timestamptz from clients where client_id = ${clientId}
    on conflict (client_id) do update set last_request_at = excluded.last_request_at
    where stored.last_request_at is null or stored.last_request_at <= excluded.last_request_at - ${MINUTE}
      or stored.last_refused_at >= stored.last_request_at`.execute(db)
}

export async function recordRefusal(db: Database, { clientId, now }: Asked) {
  await sql`
    insert into scim_directories as stored (client_id, last_refused_at)
    select id, ${now}::timestamptz from clients where client_id = ${clientId}
    on conflict (client_id) do update set last_refused_at = excluded.last_refused_at
    where stored.last_refused_at is null or stored.last_refused_at <= excluded.last_refused_at - ${MINUTE}
      or stored.last_request_at >= stored.last_refused_at`.execute(db)
}

/** Service accounts that have used SCIM; `isRefused` if the last request had a wrong token. */
export async function listDirectories(db: Database) {
  return db
    .selectFrom('scimDirectories')
    .innerJoin('clients', 'clients.id', 'scimDirectories.clientId')
    .select([
      'clients.clientId',
      'clients.name',
      'lastRequestAt',
      'lastRefusedAt',
      sql<boolean>`coalesce(last_refused_at > coalesce(last_request_at, '-infinity'), false)`.as('isRefused'),
    ])
    .orderBy('clients.clientId')
    .execute()
}
