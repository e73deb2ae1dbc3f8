import { batch } from '@atrium/database/batch'
import { prepared } from '@atrium/database/prepared'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'
import { browserOf, type Origin } from './visitor.ts'

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

/** Tokens without a sign-in: those of clients, and those that this service uses on behalf of a user. */
export function createTokenStore(db: Database) {
  return batch(async (tokens: AccessTokenRecord[]): Promise<undefined> => {
    await insertTokens(db, JSON.stringify(tokens))
  })
}

const insertTokens = prepared(
  (_tx: Database, json: string) => sql`
    insert into access_tokens (token_id, user_id, client_id, access_token, expires_at, keep_until, scope)
    select "tokenId", "userId", "clientId", "accessToken", "expiresAt", "expiresAt", scope
    from json_to_recordset(${json}) as (
      "tokenId" text, "userId" bigint, "clientId" bigint, "accessToken" text, "expiresAt" timestamptz, scope text)`,
)

/** How and when the user authenticated, and in which session of the browser; null where it is not known. */
export interface Authentication {
  sessionId: number | null
  authenticatedAt: string | null
  /** Authentication methods (RFC 8176), separated by spaces. */
  amr: string | null
  /** Claims that were asked for by name, separated by spaces. */
  idTokenClaims: string | null
  userinfoClaims: string | null
}

interface NewFamily {
  token: AccessTokenRecord
  /** All that was granted; a token for one service has only its scopes. */
  scope: string
  resource: string | null
  refresh: RefreshTokenRecord
  origin: Origin
  at: string
  /** The security stamp that the user had when they signed in; undefined for a code, which ends with their sessions. */
  stamp?: number | undefined
  authentication?: Partial<Authentication> | undefined
}

/**
 * The family with its first pair, in one statement, which also returns when its browser was last seen. The user is
 * share-locked: whatever changes their security stamp, such as a new password, comes either entirely before (then nothing is stored) or
 * entirely after.
 */
export async function storeFamily(db: Database, family: NewFamily) {
  const { token, scope, refresh, origin, authentication, ...others } = family
  const store = family.stamp === undefined ? insertFamily : insertFamilyOfVerified
  const given = {
    ...others,
    ...authentication,
    ...token,
    ...origin,
    browser: browserOf(origin),
    grantedScope: scope,
    refreshToken: refresh.refreshToken,
    refreshExpiresAt: refresh.expiresAt,
  }
  const [stored] = await store(db, JSON.stringify(given))
  return stored
}

const insertFamily = familyStatement(sql`select`)
const insertFamilyOfVerified = familyStatement(sql`
  select from users, given
  where users.id = "userId" and security_stamp = stamp and archived_at is null for share of users`)

function familyStatement(owner: RawBuilder<unknown>) {
  return prepared(
    (_tx: Database, json: string) => sql<{ id: number; browserSeenAt: string | null }>`
    with given as (
      select * from json_to_record(${json}) as (
        "userId" bigint, "clientId" bigint, stamp bigint, "grantedScope" text, resource text, address text,
        "userAgent" text, browser text, at timestamptz, "sessionId" bigint, "authenticatedAt" timestamptz, amr text,
        "idTokenClaims" text, "userinfoClaims" text, "tokenId" text, "accessToken" text, "expiresAt" timestamptz,
        scope text, "refreshToken" text, "refreshExpiresAt" timestamptz)
    ), owner as (${owner}), family as (
      insert into token_families (user_id, client_id, scope, resource, address, user_agent, created_at, session_id,
        authenticated_at, amr, id_token_claims, userinfo_claims)
      select "userId", "clientId", "grantedScope", resource, address, "userAgent", at, "sessionId",
        "authenticatedAt", amr, "idTokenClaims", "userinfoClaims"
      from given, owner returning id
    ), access as (
      insert into access_tokens
        (token_id, user_id, client_id, family_id, access_token, expires_at, keep_until, scope, created_at)
      select "tokenId", "userId", "clientId", family.id, "accessToken", "expiresAt",
        greatest("expiresAt", "refreshExpiresAt"), scope, at from given, family
      returning id
    ), refresh as (
      insert into refresh_tokens (access_token_id, refresh_token, expires_at)
      select access.id, "refreshToken", "refreshExpiresAt" from given, access
    )
    select family.id, (select seen_at from known_browsers
      where known_browsers.user_id = "userId" and known_browsers.browser = given.browser) as browser_seen_at
    from given, family`,
  )
}

/**
 * Whether the user signs in with this browser for the first time, and whether they have used another one before. Of
 * several concurrent sign-ins only one is the first.
 */
export async function rememberBrowser(tx: Database, userId: number, browser: string, now: string) {
  const { rows } = await sql<{ isNew: boolean; hasOthers: boolean }>`
    insert into known_browsers (user_id, browser, seen_at) values (${userId}, ${browser}, ${now})
    on conflict (user_id, browser) do update set seen_at = excluded.seen_at
    returning xmax = 0 as is_new, exists (
      select from known_browsers as other where other.user_id = ${userId} and other.browser != ${browser}) as has_others`.execute(
    tx,
  )
  return rows[0] ?? { isNew: false, hasOthers: false }
}

/** A use of a refresh token, with the tokens it brings. */
export interface Refresh {
  usedId: number
  usedAt: string
  familyId: number
  token: AccessTokenRecord
  successor: RefreshTokenRecord
}

/**
 * Batched with concurrent refreshes, except where another transaction has a lock: a batch that waited for one would
 * delay all of its refreshes, or deadlock. Those that were left out wait on their own. False if the family has been
 * revoked in the meantime.
 */
export function createRefreshStore(db: Database) {
  const storeUnlocked = batch((refreshes: Refresh[]) => storeRefreshes(db, refreshes, 'skip'))
  return async (refresh: Refresh) => {
    if (await storeUnlocked(refresh)) return true
    const [isStored] = await storeRefreshes(db, [refresh], 'wait')
    return isStored === true
  }
}

/**
 * Refreshes in one statement; returns which of them were stored. The first use marks the old token and stores its
 * successor; of several concurrent uses one does that, the others only store their access tokens. The family is
 * share-locked, so a revocation comes either entirely before (then nothing is stored) or entirely after, and ends
 * these tokens too (decision 14).
 */
async function storeRefreshes(db: Database, refreshes: Refresh[], ifLocked: 'skip' | 'wait') {
  const rows = refreshes.map(({ token, successor, ...used }) => ({
    ...token,
    ...used,
    successor: successor.refreshToken,
    successorExpiresAt: successor.expiresAt,
  }))
  const store = ifLocked === 'skip' ? rotateUnlocked : rotate
  const stored = await store(db, JSON.stringify(rows))
  const ids = new Set(stored.map(({ tokenId }) => tokenId))
  return refreshes.map(({ token }) => ids.has(token.tokenId))
}

const rotate = rotationStatement(sql``)
const rotateUnlocked = rotationStatement(sql`skip locked`)

function rotationStatement(ifLocked: RawBuilder<unknown>) {
  return prepared(
    (_tx: Database, json: string) => sql<{ tokenId: string }>`
    with refresh as (
      select * from json_to_recordset(${json}) as (
        "usedId" bigint, "usedAt" timestamptz, "familyId" bigint, "tokenId" text, "userId" bigint, "clientId" bigint,
        "accessToken" text, "expiresAt" timestamptz, scope text, successor text, "successorExpiresAt" timestamptz)
    ), living as (
      select refresh.* from refresh cross join lateral (
        select revoked_at from token_families where id = "familyId" for share ${ifLocked}) as family
      where family.revoked_at is null
    ), locked as (
      select living.*, used.rotated_at is null and row_number() over (partition by "usedId") = 1 as is_first
      from living cross join lateral (
        select rotated_at from refresh_tokens where id = "usedId" for no key update ${ifLocked}) as used
    ), rotated as (
      update refresh_tokens set rotated_at = "usedAt" from locked
      where refresh_tokens.id = "usedId" and is_first
    ), access as (
      insert into access_tokens
        (token_id, user_id, client_id, family_id, access_token, expires_at, keep_until, scope, created_at)
      select "tokenId", "userId", "clientId", "familyId", "accessToken", "expiresAt",
        case when is_first then greatest("expiresAt", "successorExpiresAt") else "expiresAt" end, scope, "usedAt" from locked
      returning id, token_id
    ), successor as (
      insert into refresh_tokens (access_token_id, refresh_token, expires_at)
      select access.id, successor, "successorExpiresAt" from locked join access on token_id = "tokenId" where is_first
    )
    select token_id from access`,
  )
}
