import { sql } from 'kysely'
import type { Database } from '#deps.ts'

/** The record of a living token with everything that a check needs, in one statement. */
export async function findLivingToken(db: Database, digest: string, now: Date) {
  return db
    .selectFrom('accessTokens')
    .innerJoin('clients', 'clients.id', 'accessTokens.clientId')
    .leftJoin('users', 'users.id', 'accessTokens.userId')
    .where('accessTokens.accessToken', '=', digest)
    .where('accessTokens.revokedAt', 'is', null)
    .where('accessTokens.expiresAt', '>', now.toISOString())
    .where('clients.isActive', '=', true)
    .where('users.archivedAt', 'is', null)
    .select([
      'accessTokens.tokenId',
      'accessTokens.userId',
      'accessTokens.familyId',
      'accessTokens.scope',
      'clients.clientId',
      sql<string[]>`array(
        select distinct permissions.name from user_roles
        join role_permissions on role_permissions.role_id = user_roles.role_id
        join permissions on permissions.id = role_permissions.permission_id
        where user_roles.user_id = access_tokens.user_id)`.as('permissions'),
      sql<number | null>`(
        select max(roles.level) from user_roles join roles on roles.id = user_roles.role_id
        where user_roles.user_id = access_tokens.user_id)`.as('level'),
    ])
    .executeTakeFirst()
}

export async function findAccessToken(db: Database, digest: string) {
  return db
    .selectFrom('accessTokens')
    .select(['tokenId', 'familyId', 'clientId'])
    .where('accessToken', '=', digest)
    .executeTakeFirst()
}

export interface NewAccessToken {
  tokenId: string
  userId: number | null
  clientId: number
  familyId: number | null
  accessToken: string
  expiresAt: string
  scope: string
}

export async function insertAccessToken(db: Database, token: NewAccessToken) {
  const { id } = await db.insertInto('accessTokens').values(token).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function insertRefreshToken(
  db: Database,
  token: { accessTokenId: number; refreshToken: string; expiresAt: string },
) {
  await db.insertInto('refreshTokens').values(token).execute()
}

export async function insertTokenFamily(
  db: Database,
  family: { userId: number; clientId: number; scope: string; createdAt: string },
) {
  const { id } = await db.insertInto('tokenFamilies').values(family).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A refresh token with the family it belongs to; locked, so that two uses of it come one after the other. */
export async function lockRefreshToken(db: Database, digest: string) {
  return selectRefreshToken(db, digest).forUpdate('refreshTokens').executeTakeFirst()
}

export async function findRefreshToken(db: Database, digest: string) {
  return selectRefreshToken(db, digest).executeTakeFirst()
}

function selectRefreshToken(db: Database, digest: string) {
  return db
    .selectFrom('refreshTokens')
    .innerJoin('accessTokens', 'accessTokens.id', 'refreshTokens.accessTokenId')
    .innerJoin('tokenFamilies', 'tokenFamilies.id', 'accessTokens.familyId')
    .innerJoin('users', 'users.id', 'tokenFamilies.userId')
    .where('refreshTokens.refreshToken', '=', digest)
    .select([
      'refreshTokens.id',
      'refreshTokens.expiresAt',
      'refreshTokens.rotatedAt',
      'refreshTokens.revokedAt',
      'tokenFamilies.id as familyId',
      'tokenFamilies.userId',
      'tokenFamilies.clientId',
      'tokenFamilies.scope as familyScope',
      'tokenFamilies.createdAt as familyCreatedAt',
      'tokenFamilies.revokedAt as familyRevokedAt',
      'users.archivedAt as userArchivedAt',
    ])
}

export async function markRotated(db: Database, refreshTokenId: number, now: Date) {
  await db
    .updateTable('refreshTokens')
    .set({ rotatedAt: now.toISOString() })
    .where('id', '=', refreshTokenId)
    .execute()
}

/** Ends a family and all of its tokens; answers how many access tokens were alive. */
export async function revokeFamily(db: Database, familyId: number, now: Date) {
  return revokeWhere(db, 'tokenFamilies.id', familyId, now)
}

export async function revokeUserTokens(db: Database, userId: number, now: Date) {
  return revokeWhere(db, 'tokenFamilies.userId', userId, now)
}

async function revokeWhere(
  db: Database,
  column: 'tokenFamilies.id' | 'tokenFamilies.userId',
  id: number,
  now: Date,
) {
  const revokedAt = now.toISOString()
  const families = db
    .selectFrom('tokenFamilies')
    .where(column, '=', id)
    .where('revokedAt', 'is', null)
    .select('id')
  const tokens = await db
    .updateTable('accessTokens')
    .set({ revokedAt })
    .where('familyId', 'in', families)
    .where('revokedAt', 'is', null)
    .returning(['id', 'expiresAt'])
    .execute()
  await db
    .updateTable('refreshTokens')
    .set({ revokedAt })
    .where(
      'accessTokenId',
      'in',
      db.selectFrom('accessTokens').where('familyId', 'in', families).select('id'),
    )
    .where('revokedAt', 'is', null)
    .execute()
  await db
    .updateTable('tokenFamilies')
    .set({ revokedAt })
    .where(column, '=', id)
    .where('revokedAt', 'is', null)
    .execute()
  return tokens.filter(({ expiresAt }) => expiresAt > revokedAt).length
}

/** One token of its own, as a client has; answers how many were alive: one or none. */
export async function revokeAccessToken(db: Database, tokenId: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('accessTokens')
    .set({ revokedAt: now.toISOString() })
    .where('tokenId', '=', tokenId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
