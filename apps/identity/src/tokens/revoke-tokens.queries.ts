import type { Database } from '#deps.ts'

/** Ends a family and all of its tokens; answers how many access tokens were alive. */
export async function revokeFamily(tx: Database, familyId: number, now: Date) {
  return revokeFamilies(tx, 'id', familyId, now)
}

/** Ends every sign-in of the user, less the one that is kept. */
export async function revokeUserTokens(
  tx: Database,
  userId: number,
  now: Date,
  keptFamilyId: number | null = null,
) {
  return revokeFamilies(tx, 'userId', userId, now, keptFamilyId)
}

/** The families come first: their locks keep every refresh out until all is done. */
async function revokeFamilies(
  tx: Database,
  column: 'id' | 'userId',
  id: number,
  now: Date,
  keptFamilyId: number | null = null,
) {
  const revokedAt = now.toISOString()
  const families = await tx
    .updateTable('tokenFamilies')
    .set({ revokedAt })
    .where(column, '=', id)
    .where('revokedAt', 'is', null)
    .$if(keptFamilyId !== null, families => families.where('id', '!=', keptFamilyId))
    .returning('id')
    .execute()
  if (families.length === 0) return 0
  const tokens = await tx
    .updateTable('accessTokens')
    .set({ revokedAt })
    .where(
      'familyId',
      'in',
      families.map(family => family.id),
    )
    .where('revokedAt', 'is', null)
    .returning(['id', 'expiresAt'])
    .execute()
  if (tokens.length > 0)
    await revokeRefreshTokens(
      tx,
      tokens.map(token => token.id),
      revokedAt,
    )
  return tokens.filter(({ expiresAt }) => expiresAt > revokedAt).length
}

async function revokeRefreshTokens(tx: Database, accessTokenIds: number[], revokedAt: string) {
  await tx
    .updateTable('refreshTokens')
    .set({ revokedAt })
    .where('accessTokenId', 'in', accessTokenIds)
    .where('revokedAt', 'is', null)
    .execute()
}

/** One token of its own, as a client has; answers how many were alive: one or none. */
export async function revokeAccessToken(tx: Database, tokenId: string, now: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('accessTokens')
    .set({ revokedAt: now.toISOString() })
    .where('tokenId', '=', tokenId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function revokeClientTokens(tx: Database, clientId: number, now: Date) {
  const revokedAt = now.toISOString()
  for (const table of ['tokenFamilies', 'accessTokens'] as const) {
    await tx
      .updateTable(table)
      .set({ revokedAt })
      .where('clientId', '=', clientId)
      .where('revokedAt', 'is', null)
      .execute()
  }
}
