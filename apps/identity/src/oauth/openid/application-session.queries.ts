import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'
import type { TokensRevoked } from '#events.ts'

/** A sign-in of a user to an application, in a session of their browser. */
export interface ApplicationSession {
  sessionId: number
  clientId: number
  userId: number
}

export async function recordApplicationSession(tx: Database, session: ApplicationSession, at: string) {
  await tx
    .insertInto('applicationSessions')
    .values({ ...session, startedAt: at })
    .onConflict(conflict => conflict.columns(['sessionId', 'clientId']).doUpdateSet({ startedAt: at }))
    .execute()
}

/**
 * Whether the session of the browser goes on. It is locked: a sign-out comes either before, or after the caller has
 * recorded the application, which it then ends, too.
 */
export async function lockLivingSession(tx: Database, sessionId: number, firstPartyId: string) {
  const { rows } = await sql`
    select family.id from token_families as family join clients on clients.id = family.client_id
    where (family.id = ${sessionId} or family.session_id = ${sessionId}) and clients.client_id = ${firstPartyId}
      and family.revoked_at is null
    order by family.id for share of family`.execute(tx)
  return rows.length > 0
}

interface Ended {
  /** The sessions whose application wants to know. */
  notified: ApplicationSession[]
  /** Sign-ins that end with the session of the browser. */
  familyIds: number[]
}

interface EndOptions {
  firstPartyId: string
  tasksId: string | undefined
  at: string
}

const nothing: Ended = { notified: [], familyIds: [] }

/**
 * What ends with revoked tokens: with those of our own pages, the session of the browser in every application. Signing out at
 * the task service counts as signing out here: it may be on another host, where it gets no cookies of the browser's session.
 */
export async function endApplicationSessions(
  tx: Database,
  { familyId, userId, clientId, isSignOut, isByHolder }: TokensRevoked,
  { firstPartyId, tasksId, at }: EndOptions,
): Promise<Ended> {
  if (userId !== undefined) {
    const living = sql`select from token_families as family join clients on clients.id = family.client_id
      where clients.client_id = ${firstPartyId} and family.user_id = ${userId} and family.revoked_at is null
        and coalesce(family.session_id, family.id) = application_sessions.session_id`
    return { ...nothing, notified: await remove(tx, sql`user_id = ${userId} and not exists (${living})`) }
  }
  if (clientId !== undefined) {
    await remove(tx, sql`client_id = (select id from clients where client_id = ${clientId})`)
    return nothing
  }
  const family = familyId === undefined ? undefined : await findFamily(tx, familyId)
  if (!family) return nothing
  const isOwnSignOut = family.oauthClientId === tasksId && isByHolder
  if (family.oauthClientId === firstPartyId || isOwnSignOut) {
    const familyIds = await revokeSession(tx, family.sessionId, { firstPartyId, tasksId, at })
    return { familyIds, notified: await remove(tx, sql`session_id = ${family.sessionId}`) }
  }
  // An application that revokes its own token knows.
  if (!isSignOut) return nothing
  const ofApplication = sql`session_id = ${family.sessionId} and client_id = ${family.clientId}`
  return { ...nothing, notified: await remove(tx, ofApplication) }
}

async function findFamily(tx: Database, familyId: number) {
  return tx
    .selectFrom('tokenFamilies')
    .innerJoin('clients', 'clients.id', 'tokenFamilies.clientId')
    .where('tokenFamilies.id', '=', familyId)
    .select(({ fn }) => [
      'tokenFamilies.clientId',
      'clients.clientId as oauthClientId',
      fn.coalesce('tokenFamilies.sessionId', 'tokenFamilies.id').as('sessionId'),
    ])
    .executeTakeFirst()
}

async function remove(tx: Database, condition: RawBuilder<unknown>) {
  const { rows } = await sql<ApplicationSession>`
    with ended as (delete from application_sessions where ${condition} returning session_id, client_id, user_id)
    select ended.* from ended join clients on clients.id = ended.client_id
    where clients.is_active and clients.backchannel_logout_uri is not null`.execute(tx)
  return rows
}

/**
 * Back-Channel Logout 1.0 §2.7: what was granted with offline_access goes on. So does a session of the task service, which is
 * no OpenID application and would not be told.
 */
async function revokeSession(tx: Database, sessionId: number, { firstPartyId, tasksId, at }: EndOptions) {
  const { rows } = await sql<{ id: number }>`
    with ended as (
      update token_families set revoked_at = ${at} from clients
      where clients.id = token_families.client_id and token_families.revoked_at is null
        and (token_families.session_id = ${sessionId} or token_families.id = ${sessionId})
        and clients.client_id is distinct from ${tasksId ?? null}
        and (clients.client_id = ${firstPartyId} or ' ' || token_families.scope || ' ' not like '% offline_access %')
      returning token_families.id
    ), tokens as (
      update access_tokens set revoked_at = ${at} from ended
      where family_id = ended.id and access_tokens.revoked_at is null returning access_tokens.id
    ), refresh as (
      update refresh_tokens set revoked_at = ${at} from tokens
      where access_token_id = tokens.id and refresh_tokens.revoked_at is null
    )
    select id from ended`.execute(tx)
  return rows.map(({ id }) => id)
}
