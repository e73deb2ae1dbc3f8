import { sql } from 'kysely'
import type { Database } from './database.ts'

export interface IdempotentRequest {
  userId: number
  key: string
  requestDigest: string
}

/**
 * Whether it is the first request with this key, or the first since the previous one expired. False while another
 * transaction has an open claim, which disappears if that transaction does not commit.
 */
export async function claimRequest(
  tx: Database,
  request: IdempotentRequest,
  createdAt: string,
  expiredBefore: string,
) {
  const { userId, key, requestDigest } = request
  const { rows } = await sql`
    insert into idempotent_requests as claimed (user_id, key, request_digest, created_at)
    select ${userId}::bigint, ${key}::text, ${requestDigest}::text, ${createdAt}::timestamptz
    where pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${userId} ${key}`}, 0))
    on conflict (user_id, key) do update
      set request_digest = excluded.request_digest, status = null, answer = null, created_at = excluded.created_at
      where claimed.created_at < ${expiredBefore} or claimed.status is null
    returning key`.execute(tx)
  return rows.length > 0
}

export async function findRequest(db: Database, { userId, key }: IdempotentRequest, expiredBefore: string) {
  return db
    .selectFrom('idempotentRequests')
    .select(['requestDigest', 'status', 'answer'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where('createdAt', '>=', expiredBefore)
    .executeTakeFirst()
}

export async function updateAnswer(
  db: Database,
  { userId, key }: IdempotentRequest,
  answer: { status: number; answer: string },
) {
  await db
    .updateTable('idempotentRequests')
    .set(answer)
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute()
}
