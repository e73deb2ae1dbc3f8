import { listReply, type Page } from '@atrium/core/paging'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Authentication } from './store-tokens.queries.ts'
import { MAX_SESSION_DAYS, type UserSession } from './user-session.contract.ts'

type Row = Omit<UserSession, 'client' | 'isCurrent'> & { clientId: string; clientName: string }

interface Listed {
  now: Date
  /** The client of our own pages: its sessions are those of a browser. */
  firstPartyId: string
  currentId: number | null
}

export async function listSessionPage(db: Database, userId: number, listed: Listed, page: Page) {
  const [items, total] = await Promise.all([
    listUserSessions(db, userId, listed, page),
    countUserSessions(db, userId, listed),
  ])
  return listReply(items, total, page)
}

export async function listUserSessions(
  db: Database,
  userId: number,
  { now, firstPartyId, currentId }: Listed,
  { limit, offset }: Page,
): Promise<UserSession[]> {
  const { rows } = await sql<Row>`
    select family.id, family.scope, family.created_at, family.address, family.user_agent,
      clients.client_id, clients.name as client_name, tokens.last_used_at, ${endOfSession} as expires_at,
      (select coalesce(json_agg(json_build_object('clientId', opened.client_id, 'name', opened.name) order by opened.name), '[]')
        from application_sessions join clients as opened on opened.id = application_sessions.client_id
        where application_sessions.session_id = ${browserSession('family')}
          and clients.client_id = ${firstPartyId}) as applications
    from ${activeSessions(userId, now)} and ${isListed(firstPartyId)}
    order by tokens.last_used_at desc, family.id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db)
  return rows.map(({ clientId, clientName, ...session }) => ({
    ...session,
    client: { clientId, name: clientName },
    isCurrent: session.id === currentId,
  }))
}

async function countUserSessions(db: Database, userId: number, { now, firstPartyId }: Listed) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${activeSessions(userId, now)} and ${isListed(firstPartyId)}`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * A browser is one session, however often the user has authenticated in it. Sign-ins to applications that end with it are
 * its `applications`: those that renew silently would fill the list.
 */
function isListed(firstPartyId: string) {
  return sql`not exists (
    select from token_families as browser join clients as own on own.id = browser.client_id
    where own.client_id = ${firstPartyId} and browser.user_id = family.user_id and browser.revoked_at is null
      and ${browserSession('browser')} = ${browserSession('family')}
      and case when browser.client_id = family.client_id then browser.id > family.id else not ${isOffline} end)`
}

function browserSession(family: 'family' | 'browser') {
  return sql`coalesce(${sql.ref(`${family}.sessionId`)}, ${sql.ref(`${family}.id`)})`
}

/** Whether its application got a refresh token, if it can use one at all. */
const isOffline = sql`(' ' || family.scope || ' ' not like '% openid %'
  or ' ' || family.scope || ' ' like '% offline_access %')`

const endOfSession = sql`least(tokens.ends_at, family.created_at + make_interval(days => ${MAX_SESSION_DAYS}))`

/** The newest token gives the last use: a refresh stores no time of its own. */
export function activeSessions(userId: number, now: Date) {
  return sql`token_families as family
    join clients on clients.id = family.client_id and clients.is_active
    cross join lateral (
      select max(access_tokens.created_at) as last_used_at,
        max(case when ' ' || clients.grant_types || ' ' like '% refresh_token %' and ${isOffline}
          then greatest(access_tokens.expires_at, refresh_tokens.expires_at) else access_tokens.expires_at end) as ends_at
      from access_tokens left join refresh_tokens on refresh_tokens.access_token_id = access_tokens.id
      where access_tokens.family_id = family.id) as tokens
    where family.user_id = ${userId} and family.revoked_at is null and ${endOfSession} > ${now.toISOString()}`
}

export async function findSession(tx: Database, id: number, userId: number) {
  return tx
    .selectFrom('tokenFamilies')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .select('id')
    .executeTakeFirst()
}

/** The session of the browser that this sign-in belongs to; undefined once it has ended. */
export async function findLivingSessionId(db: Database, familyId: number) {
  const family = await db
    .selectFrom('tokenFamilies')
    .where('id', '=', familyId)
    .where('revokedAt', 'is', null)
    .select(({ fn }) => fn.coalesce('sessionId', 'id').as('sessionId'))
    .executeTakeFirst()
  return family?.sessionId
}

/** The addresses that the user is signed in from. */
export async function listLivingAddresses(db: Database, userId: number) {
  const families = await db
    .selectFrom('tokenFamilies')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('address', 'is not', null)
    .select('address')
    .distinct()
    .limit(1000)
    .execute()
  return families.flatMap(({ address }) => address ?? [])
}

/** How and when the user authenticated in a session of our own pages, or for a sign-in to an application. */
export async function getAuthentication(db: Database, familyId: number): Promise<Authentication> {
  const family = await db
    .selectFrom('tokenFamilies')
    .where('id', '=', familyId)
    .select(['id', 'createdAt', 'sessionId', 'authenticatedAt', 'amr', 'idTokenClaims', 'userinfoClaims'])
    .executeTakeFirstOrThrow()
  const { id, createdAt, sessionId, authenticatedAt, ...rest } = family
  return { ...rest, sessionId: sessionId ?? id, authenticatedAt: authenticatedAt ?? createdAt }
}
