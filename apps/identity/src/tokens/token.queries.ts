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

export type RefreshToken = NonNullable<Awaited<ReturnType<typeof findRefreshToken>>>

/** A refresh token with the family it belongs to. */
export async function findRefreshToken(db: Database, digest: string) {
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
    .executeTakeFirst()
}
