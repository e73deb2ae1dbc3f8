import { batch } from '@atrium/database/batch'
import { prepared } from '@atrium/database/prepared'
import { sql } from 'kysely'
import { hasOwnerRole } from '#access-control/hierarchy.queries.ts'
import { lacksSecondFactor } from '#access-control/second-factor.queries.ts'
import type { Database } from '#database.ts'

/** The record of a valid token with everything that a check needs, in one statement. */
export async function findLivingToken(
  db: Database,
  digest: string,
  { now, twoFactorRoles }: { now: Date; twoFactorRoles: string[] },
) {
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
        select distinct permissions.name from held_roles
        join role_permissions on role_permissions.role_id = held_roles.role_id
        join permissions on permissions.id = role_permissions.permission_id
        where held_roles.user_id = access_tokens.user_id)`.as('permissions'),
      sql<number | null>`(
        select max(roles.level) from held_roles join roles on roles.id = held_roles.role_id
        where held_roles.user_id = access_tokens.user_id)`.as('level'),
      lacksSecondFactor(twoFactorRoles, sql.ref('accessTokens.userId')).as('mustSetUpTwoFactor'),
      hasOwnerRole(sql.ref('accessTokens.userId')).as('isOwner'),
    ])
    .executeTakeFirst()
}

export async function findActiveClient(db: Database, clientId: string) {
  return db
    .selectFrom('clients')
    .select(['id', 'clientId'])
    .where('clientId', '=', clientId)
    .where('isActive', '=', true)
    .executeTakeFirst()
}

export async function findAccessToken(db: Database, digest: string) {
  return db
    .selectFrom('accessTokens')
    .select(['tokenId', 'familyId', 'clientId', 'userId'])
    .where('accessToken', '=', digest)
    .executeTakeFirst()
}

export interface RefreshToken {
  id: number
  digest: string
  expiresAt: string
  rotatedAt: string | null
  revokedAt: string | null
  familyId: number
  userId: number
  clientId: number
  familyScope: string
  familyResource: string | null
  familyCreatedAt: string
  familyRevokedAt: string | null
  userArchivedAt: string | null
}

/** A refresh token with the family it belongs to; concurrent reads share a statement. */
export function createRefreshTokenReader(db: Database) {
  return batch((digests: string[]) => findRefreshTokens(db, digests))
}

async function findRefreshTokens(db: Database, digests: string[]) {
  const rows = await refreshTokensOf(db, digests)
  const found = new Map(rows.map(row => [row.digest, row]))
  return digests.map(digest => found.get(digest))
}

// Without the limit, a plan made for small tables would read them entirely. Without the inner select, PostgreSQL would
// make a new plan for each number of digests.
const refreshTokensOf = prepared(
  (_tx: Database, digests: string[]) => sql<RefreshToken>`
    select wanted.digest, token.* from unnest((select ${digests}::bpchar[])) as wanted (digest) cross join lateral (
      select refresh_tokens.id, refresh_tokens.expires_at, refresh_tokens.rotated_at, refresh_tokens.revoked_at,
        token_families.id as family_id, token_families.user_id, token_families.client_id,
        token_families.scope as family_scope, token_families.resource as family_resource, token_families.created_at as family_created_at,
        token_families.revoked_at as family_revoked_at, users.archived_at as user_archived_at
      from refresh_tokens
      join access_tokens on access_tokens.id = refresh_tokens.access_token_id
      join token_families on token_families.id = access_tokens.family_id
      join users on users.id = token_families.user_id
      where refresh_tokens.refresh_token = wanted.digest
      limit 1) as token`,
)
