import { areEqualSecrets } from '@atrium/http/routes/credentials'
import type { Deps } from '#deps.ts'
import { randomToken } from '#tokens/secrets.ts'
import { consumeToken } from '#tokens/used-token.queries.ts'

/** The session that a cookie on the host of an application, or a ticket on its way there, stands for. */
export interface ForwardSession {
  userId: number
  familyId: number
  host: string
}

const TICKET_MS = 60_000
/** Afterwards the sign-in is repeated, which needs no password while the session at Atrium lasts. */
export const COOKIE_SECONDS = 8 * 3600

/** Carries a session from our host to that of the application, once, to the browser with the state. */
export function issueTicket(deps: Deps, session: ForwardSession, stateDigest: string) {
  return sign(deps, 'forward ticket', { ...session, host: `${session.host} ${stateDigest}` }, TICKET_MS)
}

export async function redeemTicket(deps: Deps, ticket: string, host: string, state: string) {
  const content = read(deps, 'forward ticket', ticket)
  if (content?.host !== `${host} ${deps.secrets.digest(state)}`) return undefined
  const expiresAt = new Date(deps.now().getTime() + TICKET_MS).toISOString()
  const isFirst = await consumeToken(deps.db, deps.secrets.digest(ticket), expiresAt)
  return isFirst ? { ...content, host } : undefined
}

export function issueForwardCookie(deps: Deps, session: ForwardSession) {
  return sign(deps, 'forward session', session, COOKIE_SECONDS * 1000)
}

export function readForwardCookie(deps: Deps, cookie: string, host: string) {
  const session = read(deps, 'forward session', cookie)
  return session?.host === host ? session : undefined
}

function sign(deps: Deps, purpose: string, session: ForwardSession, lifetimeMs: number) {
  const { userId, familyId, host } = session
  const expires = deps.now().getTime() + lifetimeMs
  const content = Buffer.from(JSON.stringify({ userId, familyId, host, expires, nonce: randomToken() }))
  const encoded = content.toString('base64url')
  return `${encoded}.${deps.secrets.sign(purpose, encoded)}`
}

function read(deps: Deps, purpose: string, text: string): ForwardSession | undefined {
  const [encoded = '', signature = ''] = text.split('.')
  if (!areEqualSecrets(signature, deps.secrets.sign(purpose, encoded))) return undefined
  const { expires, userId, familyId, host } = JSON.parse(Buffer.from(encoded, 'base64url').toString())
  return expires > deps.now().getTime() ? { userId, familyId, host } : undefined
}
