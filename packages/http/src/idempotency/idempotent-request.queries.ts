import { type Kysely, sql } from 'kysely'

export interface OwnerColumn {
  name: 'user_id' | 'actor'
  type: 'bigint' | 'text'
}

export interface IdempotentRequest {
  ownerColumn: OwnerColumn
  owner: number | string
  key: string
  requestDigest: string
}

/**
 * Whether it is the first request with this key, or the first since the previous one expired. False while another
 * transaction has an open claim, which disappears if that transaction does not commit.
 */
export async function claimRequest<DB>(
  tx: Kysely<DB>,
  { ownerColumn, owner, key, requestDigest }: IdempotentRequest,
  createdAt: string,
  expiredBefore: string,
) {
  const { name, type } = ownerColumn
  const { rows } = await sql`
    insert into idempotent_requests as claimed (${sql.ref(name)}, key, request_digest, created_at)
    select ${owner}::${sql.raw(type)}, ${key}::text, ${requestDigest}::text, ${createdAt}::timestamptz
    where pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${owner} ${key}`}, 0))
    on conflict (${sql.ref(name)}, key) do update
      set request_digest = excluded.request_digest, status = null, answer = null, created_at = excluded.created_at
      where claimed.created_at < ${expiredBefore} or claimed.status is null
    returning key`.execute(tx)
  return rows.length > 0
}

interface FirstRequest {
  requestDigest: string
  status: number | null
  answer: string | null
}

export async function findRequest<DB>(db: Kysely<DB>, request: IdempotentRequest, expiredBefore: string) {
  const { rows } = await sql<FirstRequest>`select request_digest, status, answer from idempotent_requests
    where ${isOf(request)} and created_at >= ${expiredBefore}`.execute(db)
  return rows[0]
}

export async function updateAnswer<DB>(
  db: Kysely<DB>,
  request: IdempotentRequest,
  { status, answer }: { status: number; answer: string },
) {
  await sql`update idempotent_requests set status = ${status}, answer = ${answer}
    where ${isOf(request)}`.execute(db)
}

function isOf({ ownerColumn, owner, key }: IdempotentRequest) {
  return sql`${sql.ref(ownerColumn.name)} = ${owner} and key = ${key}`
}
