import { sql } from 'kysely'
import type { Database } from '#database.ts'

export interface UpstreamSignIn {
  state: string
  providerId: number
  browser: string
  secret: string
  parameters: Record<string, string>
  userId: number | null
  isTest: boolean
  expiresAt: string
}

export async function insertUpstreamSignIn(db: Database, { parameters, ...signIn }: UpstreamSignIn) {
  const values = { ...signIn, parameters: sql<string>`${JSON.stringify(parameters)}::jsonb` }
  await db.insertInto('upstreamSignIns').values(values).execute()
}

/** Takes the sign-in away, so that its answer counts once. */
export async function consumeUpstreamSignIn(
  db: Database,
  { state, browser, providerId, now }: { state: string; browser: string; providerId: number; now: string },
): Promise<UpstreamSignIn | undefined> {
  const row = await db
    .deleteFrom('upstreamSignIns')
    .where('state', '=', state)
    .where('browser', '=', browser)
    .where('providerId', '=', providerId)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row && { ...row, parameters: row.parameters as Record<string, string> }
}

export interface UpstreamSession {
  sessionId: number
  provider: string
  issuer: string
  subject: string
  sid: string | null
  idToken: string | null
}

export async function upsertUpstreamSession(db: Database, session: UpstreamSession) {
  const { sessionId, ...rest } = session
  await db
    .insertInto('upstreamSessions')
    .values(session)
    .onConflict(conflict => conflict.column('sessionId').doUpdateSet(rest))
    .execute()
  return sessionId
}

export async function findUpstreamSession(db: Database, sessionId: number) {
  return db
    .selectFrom('upstreamSessions')
    .where('sessionId', '=', sessionId)
    .select(['provider', 'idToken'])
    .executeTakeFirst()
}

interface EndedUpstream {
  provider: string
  issuer: string
  subject: string | undefined
  sid: string | undefined
}

/** The living sessions that came from an ended session elsewhere: by `sid`, or all of the account. */
export async function listSessionsFrom(db: Database, { provider, issuer, subject, sid }: EndedUpstream) {
  return db
    .selectFrom('upstreamSessions')
    .innerJoin('tokenFamilies', 'tokenFamilies.id', 'upstreamSessions.sessionId')
    .where('upstreamSessions.provider', '=', provider)
    .where('upstreamSessions.issuer', '=', issuer)
    .$if(subject !== undefined, query => query.where('upstreamSessions.subject', '=', subject ?? ''))
    .$if(sid !== undefined, query => query.where('upstreamSessions.sid', '=', sid ?? ''))
    .select(['upstreamSessions.sessionId', 'tokenFamilies.userId'])
    .orderBy('upstreamSessions.sessionId')
    .execute()
}
