import { type LeftWork, nothingLeft } from '@atrium/tasks/offboarding/offboarding.contract'
import { sql } from 'kysely'
import type { Database } from '#database.ts'

export async function findOffboarding(db: Database, userId: number) {
  const found = await db
    .selectFrom('offboardings')
    .where('userId', '=', userId)
    .select(['userId', 'successorId', 'requestedAt', 'handedOverAt', 'leftWork'])
    .executeTakeFirst()
  const leftWork = found?.leftWork as Partial<LeftWork> | null | undefined
  return found && { ...found, leftWork: leftWork ? { ...nothingLeft, ...leftWork } : null }
}

/** Records who takes over. A hand-over to someone else than before is carried out again. */
export async function upsertOffboarding(
  tx: Database,
  { userId, successorId, now }: { userId: number; successorId: number | null; now: string },
) {
  await sql`
    insert into offboardings as stored (user_id, successor_id, requested_at) values (${userId}, ${successorId}, ${now})
    on conflict (user_id) do update set
      successor_id = coalesce(excluded.successor_id, stored.successor_id),
      handed_over_at = case when excluded.successor_id is null or excluded.successor_id = stored.successor_id
        then stored.handed_over_at end`.execute(tx)
}

/** Hand-overs that the task service has not carried out yet. */
export async function listWaiting(db: Database) {
  const rows = await db
    .selectFrom('offboardings')
    .where('handedOverAt', 'is', null)
    .where('successorId', 'is not', null)
    .select(['userId', 'successorId'])
    .orderBy('userId')
    .execute()
  return rows.map(({ userId, successorId }) => ({ userId, successorId: successorId as number }))
}

/** What was left the first time is what the user left: a repeat finds nothing any more. */
export async function markHandedOver(
  db: Database,
  {
    userId,
    successorId,
    leftWork,
    now,
  }: { userId: number; successorId: number; leftWork: LeftWork; now: string },
) {
  await sql`update offboardings set handed_over_at = ${now}, left_work = coalesce(left_work, ${JSON.stringify(leftWork)}::jsonb)
    where user_id = ${userId} and successor_id = ${successorId}`.execute(db)
}

/** What ends with the account. */
export async function listEnding(db: Database, userId: number) {
  const { sessions } = await db
    .selectFrom('tokenFamilies')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .select(sql<number>`count(*)`.as('sessions'))
    .executeTakeFirstOrThrow()
  const personalTokens = await db
    .selectFrom('personalTokens')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .select(['id', 'name'])
    .orderBy('id')
    .execute()
  const applications = await db
    .selectFrom('consents')
    .innerJoin('clients', 'clients.id', 'consents.clientId')
    .where('consents.userId', '=', userId)
    .select('clients.name')
    .distinct()
    .orderBy('clients.name')
    .execute()
  return { sessions, personalTokens, applications: applications.map(({ name }) => name) }
}

/** Hand-overs that the task service has not carried out, and when the oldest was asked for. */
export async function countWaiting(db: Database) {
  return db
    .selectFrom('offboardings')
    .where('handedOverAt', 'is', null)
    .where('successorId', 'is not', null)
    .select([sql<number>`count(*)`.as('count'), sql<string | null>`min(requested_at)`.as('since')])
    .executeTakeFirstOrThrow()
}
