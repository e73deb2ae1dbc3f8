import { sql } from 'kysely'
import type { Database } from '#database.ts'

interface Key {
  userId: number
  clientId: number
}

export async function findConsentedScopes(db: Database, { userId, clientId }: Key) {
  const consent = await db
    .selectFrom('consents')
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .select('scope')
    .executeTakeFirst()
  return consent?.scope.split(' ') ?? []
}

/** Adds to what was allowed before: of two tabs neither undoes the other. */
export async function addConsent(tx: Database, { userId, clientId }: Key, scopes: string[], at: string) {
  await sql`
    insert into consents (user_id, client_id, scope, granted_at, last_used_at)
    values (${userId}, ${clientId}, ${scopes.join(' ')}, ${at}, ${at})
    on conflict (user_id, client_id) do update set scope = (
      select string_agg(distinct each, ' ')
      from unnest(string_to_array(consents.scope || ' ' || excluded.scope, ' ')) as each)`.execute(tx)
}

/** Whether the consent still exists. Its row is locked, so that a withdrawal also ends the code that follows. */
export async function useConsent(tx: Database, { userId, clientId }: Key, at: string) {
  const { numUpdatedRows } = await tx
    .updateTable('consents')
    .set({ lastUsedAt: at })
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteConsent(tx: Database, { userId, clientId }: Key) {
  const { numDeletedRows } = await tx
    .deleteFrom('consents')
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
