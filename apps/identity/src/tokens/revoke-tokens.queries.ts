import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** Ends a family and all of its tokens; answers whether it had not ended before. */
export async function revokeFamily(tx: Database, familyId: number, now: Date) {
  const { families } = await revokeFamilies(tx, 'id', familyId, now)
  return families > 0
}

/** Ends every sign-in of the user, less the one that is kept; answers how many access tokens were alive. */
export async function revokeUserTokens(
  tx: Database,
  userId: number,
  now: Date,
  keptFamilyId: number | null = null,
) {
  const { alive } = await revokeFamilies(tx, 'userId', userId, now, keptFamilyId)
  return alive
}

/**
 * Codes and families come first: their locks keep every redemption and every refresh out until all is done, and what
 * one of them has just brought is seen by the statements after it.
 */
async function revokeFamilies(
  tx: Database,
  column: 'id' | 'userId',
  id: number,
  now: Date,
  keptFamilyId: number | null = null,
) {
  const revokedAt = now.toISOString()
  if (column === 'userId') await endCodes(tx, column, id, revokedAt)
  const families = await tx
    .updateTable('tokenFamilies')
    .set({ revokedAt })
    .where(column, '=', id)
    .where('revokedAt', 'is', null)
    .$if(keptFamilyId !== null, families => families.where('id', '!=', keptFamilyId))
    .returning('id')
    .execute()
  const ids = families.map(({ id }) => id)
  return { families: ids.length, alive: await revokeTokensOf(tx, ids, revokedAt) }
}

/** However many there are: of parameters a statement has no more than 65,535. */
async function revokeTokensOf(tx: Database, familyIds: number[], revokedAt: string) {
  if (familyIds.length === 0) return 0
  const { rows } = await sql<{ alive: number }>`
    with ended as (
      update access_tokens set revoked_at = ${revokedAt}
      where family_id = any(${familyIds}::bigint[]) and revoked_at is null returning id, expires_at
    ), refresh as (
      update refresh_tokens set revoked_at = ${revokedAt} from ended
      where access_token_id = ended.id and refresh_tokens.revoked_at is null
    )
    select count(*) as alive from ended where expires_at > ${revokedAt}`.execute(tx)
  return rows[0]?.alive ?? 0
}

/** Codes that nobody has redeemed yet are worth nothing from then on. */
async function endCodes(tx: Database, column: 'userId' | 'clientId', id: number, now: string) {
  await tx
    .updateTable('authorizationCodes')
    .set({ usedAt: now })
    .where(column, '=', id)
    .where('usedAt', 'is', null)
    .execute()
}

/** One token of its own, as a client has; answers whether it had not ended before. */
export async function revokeAccessToken(tx: Database, tokenId: string, now: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('accessTokens')
    .set({ revokedAt: now.toISOString() })
    .where('tokenId', '=', tokenId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Its own and those of its users; answers how many access tokens were alive. */
export async function revokeClientTokens(tx: Database, clientId: number, now: Date) {
  const revokedAt = now.toISOString()
  await endCodes(tx, 'clientId', clientId, revokedAt)
  await tx
    .updateTable('tokenFamilies')
    .set({ revokedAt })
    .where('clientId', '=', clientId)
    .where('revokedAt', 'is', null)
    .execute()
  const { rows } = await sql<{ alive: number }>`
    with ended as (
      update access_tokens set revoked_at = ${revokedAt}
      where client_id = ${clientId} and revoked_at is null returning expires_at
    )
    select count(*) as alive from ended where expires_at > ${revokedAt}`.execute(tx)
  return rows[0]?.alive ?? 0
}

/** By the number of its record. */
export async function findClientName(tx: Database, id: number) {
  const client = await tx.selectFrom('clients').select('clientId').where('id', '=', id).executeTakeFirst()
  return client?.clientId
}

export async function getClientNumber(tx: Database, clientId: string) {
  const { id } = await tx
    .selectFrom('clients')
    .select('id')
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow()
  return id
}
