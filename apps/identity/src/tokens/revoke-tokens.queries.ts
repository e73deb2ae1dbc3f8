import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { renewSecurityStamp } from './security-stamp.queries.ts'

/** Ends a family and all of its tokens; returns whether it was still active. */
export async function revokeFamily(tx: Database, familyId: number, now: Date) {
  const { families } = await revokeFamilies(tx, 'id', familyId, now)
  return families > 0
}

/** Ends every sign-in of a locked user except the one that is kept; returns how many access tokens were active. */
export async function revokeUserTokens(
  tx: Database,
  userId: number,
  now: Date,
  keptFamilyId: number | null = null,
) {
  await renewSecurityStamp(tx, userId)
  const { active } = await revokeFamilies(tx, 'userId', userId, now, keptFamilyId)
  return active
}

/** Revokes what revokeUserTokens does, and the personal access tokens too: for a new password and for an account that is closed. */
export async function revokeUserAccess(
  tx: Database,
  userId: number,
  now: Date,
  keptFamilyId: number | null = null,
) {
  await revokeUserTokens(tx, userId, now, keptFamilyId)
  await tx
    .updateTable('personalTokens')
    .set({ revokedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute()
}

/**
 * Codes and families come first: their locks block every redemption and refresh until the end of the transaction, and
 * the following statements see the tokens that one of them has just stored.
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
  return { families: ids.length, active: await revokeTokensOf(tx, ids, revokedAt) }
}

/** One array parameter: a statement can have at most 65,535 parameters. */
async function revokeTokensOf(tx: Database, familyIds: number[], revokedAt: string) {
  if (familyIds.length === 0) return 0
  const { rows } = await sql<{ active: number }>`
    with ended as (
      update access_tokens set revoked_at = ${revokedAt}
      where family_id = any(${familyIds}::bigint[]) and revoked_at is null returning id, expires_at
    ), refresh as (
      update refresh_tokens set revoked_at = ${revokedAt} from ended
      where access_token_id = ended.id and refresh_tokens.revoked_at is null
    )
    select count(*) as active from ended where expires_at > ${revokedAt}`.execute(tx)
  return rows[0]?.active ?? 0
}

/** Codes that have not been redeemed yet become invalid. */
async function endCodes(tx: Database, column: 'userId' | 'clientId', id: number, now: string) {
  await tx
    .updateTable('authorizationCodes')
    .set({ usedAt: now })
    .where(column, '=', id)
    .where('usedAt', 'is', null)
    .execute()
}

/** What one application has of a user; returns the sign-ins that ended. Codes come first, as above. */
export async function revokeUserTokensOf(tx: Database, userId: number, clientId: number, now: Date) {
  const revokedAt = now.toISOString()
  await tx
    .updateTable('authorizationCodes')
    .set({ usedAt: revokedAt })
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .where('usedAt', 'is', null)
    .execute()
  const families = await tx
    .updateTable('tokenFamilies')
    .set({ revokedAt })
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  const ids = families.map(({ id }) => id)
  await revokeTokensOf(tx, ids, revokedAt)
  return ids
}

/** A single token without a family; returns whether it was still active. */
export async function revokeAccessToken(tx: Database, tokenId: string, now: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('accessTokens')
    .set({ revokedAt: now.toISOString() })
    .where('tokenId', '=', tokenId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes the tokens of the client itself and of its users; returns how many access tokens were active. */
export async function revokeClientTokens(tx: Database, clientId: number, now: Date) {
  const revokedAt = now.toISOString()
  await endCodes(tx, 'clientId', clientId, revokedAt)
  await tx
    .updateTable('tokenFamilies')
    .set({ revokedAt })
    .where('clientId', '=', clientId)
    .where('revokedAt', 'is', null)
    .execute()
  const { rows } = await sql<{ active: number }>`
    with ended as (
      update access_tokens set revoked_at = ${revokedAt}
      where client_id = ${clientId} and revoked_at is null returning expires_at
    )
    select count(*) as active from ended where expires_at > ${revokedAt}`.execute(tx)
  return rows[0]?.active ?? 0
}

export async function findOAuthClientId(tx: Database, id: number) {
  const client = await tx.selectFrom('clients').select('clientId').where('id', '=', id).executeTakeFirst()
  return client?.clientId
}

export async function getClientRowId(tx: Database, clientId: string) {
  const { id } = await tx
    .selectFrom('clients')
    .select('id')
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow()
  return id
}
