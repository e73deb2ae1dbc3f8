import { sql } from 'kysely'
import type { Database } from '#deps.ts'

export interface AccessTokenRecord {
  tokenId: string
  userId: number | null
  clientId: number
  accessToken: string
  expiresAt: string
  scope: string
}

export interface RefreshTokenRecord {
  refreshToken: string
  expiresAt: string
}

/** Clients' own tokens, which belong to no family. */
export async function storeClientTokens(db: Database, tokens: AccessTokenRecord[]) {
  const column = (name: keyof AccessTokenRecord) => tokens.map(token => token[name])
  await sql`
    insert into access_tokens (token_id, client_id, access_token, expires_at, scope)
    select * from unnest(${column('tokenId')}::text[], ${column('clientId')}::bigint[], ${column('accessToken')}::text[],
      ${column('expiresAt')}::timestamptz[], ${column('scope')}::text[])`.execute(db)
}

/** A sign-in: the family with its first pair, in one statement; answers the family's id. */
export async function storeFamily(
  db: Database,
  token: AccessTokenRecord,
  refresh: RefreshTokenRecord,
  now: Date,
) {
  const { rows } = await sql<{ id: number }>`
    with family as (
      insert into token_families (user_id, client_id, scope, created_at)
      values (${token.userId}, ${token.clientId}, ${token.scope}, ${now.toISOString()}) returning id
    ), access as (
      insert into access_tokens (token_id, user_id, client_id, family_id, access_token, expires_at, scope)
      select ${token.tokenId}, ${token.userId}::bigint, ${token.clientId}::bigint, family.id, ${token.accessToken},
        ${token.expiresAt}::timestamptz, ${token.scope} from family
      returning id
    ), refresh as (
      insert into refresh_tokens (access_token_id, refresh_token, expires_at)
      select access.id, ${refresh.refreshToken}, ${refresh.expiresAt}::timestamptz from access
    )
    select id from family`.execute(db)
  return rows[0]?.id as number
}

/**
 * A refresh, in one statement. The first use marks the old token and stores its successor; of several at once
 * one does that and the others store their access tokens only. The family is share-locked, so a revocation comes
 * wholly before (then nothing is stored, and the answer is false) or wholly after and ends these tokens too.
 */
export async function storeRefreshed(
  db: Database,
  used: { id: number; familyId: number },
  token: AccessTokenRecord,
  successor: RefreshTokenRecord,
  now: Date,
) {
  const { rows } = await sql<{ stored: number }>`
    with family as (
      select id from token_families where id = ${used.familyId} and revoked_at is null for share
    ), rotated as (
      update refresh_tokens set rotated_at = ${now.toISOString()} from family
      where refresh_tokens.id = ${used.id} and rotated_at is null returning refresh_tokens.id
    ), access as (
      insert into access_tokens (token_id, user_id, client_id, family_id, access_token, expires_at, scope)
      select ${token.tokenId}, ${token.userId}::bigint, ${token.clientId}::bigint, family.id, ${token.accessToken},
        ${token.expiresAt}::timestamptz, ${token.scope} from family
      returning id
    ), successor as (
      insert into refresh_tokens (access_token_id, refresh_token, expires_at)
      select access.id, ${successor.refreshToken}, ${successor.expiresAt}::timestamptz from access, rotated
    )
    select count(*)::int as stored from access`.execute(db)
  return rows[0]?.stored === 1
}
