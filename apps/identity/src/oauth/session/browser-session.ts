import type { App } from '@atrium/http/app/create-app'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Settings } from '#settings.ts'
import { checkAccessToken } from '#tokens/access-token.ts'
import { type IssuedTokens, signInUser } from '#tokens/issue-tokens.ts'
import type { Proof } from '#tokens/proof.ts'
import { findIssuedToken } from '#tokens/user-session.commands.ts'
import { findLivingSessionId } from '#tokens/user-session.queries.ts'
import type { Visitor } from '#tokens/visitor.ts'
import { getFirstPartyClient } from '../clients/first-party-client.ts'
import { OAuthError } from '../oauth-error.ts'
import { refreshTokens } from '../token/grants.ts'
import { forgetForm } from './default-provider.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The new tokens of a refreshed session; their cookies are set when the response is sent. */
    renewedSession: IssuedTokens | null
  }
}

export interface BrowserSession {
  userId: number
  /** Single sign-on grants no more than these. */
  scopes: string[]
  familyId: number
}

/**
 * The session of this browser; a valid refresh cookie is enough, and renews both cookies. `archived` is the session of
 * a user who was archived since it began.
 */
export async function findBrowserSession(
  deps: Deps,
  request: FastifyRequest,
): Promise<BrowserSession | 'archived' | null> {
  const { access_token, refresh_token } = request.cookies
  const current = access_token ? await sessionOf(deps, access_token) : null
  if (current !== null || !refresh_token) return current
  const client = await getFirstPartyClient(deps)
  const tokens = await refreshTokens(deps, client, { refresh_token }).catch(ignoreRefusal)
  if (!tokens || tokens === 'archived') return tokens ?? null
  request.renewedSession = tokens
  return sessionOf(deps, tokens.accessToken)
}

/** Only tokens of our own pages: an application's token is not a session of the browser. */
async function sessionOf(deps: Deps, accessToken: string): Promise<BrowserSession | null> {
  const checked = await checkAccessToken(deps, accessToken)
  if (!checked || checked.actor.clientId !== deps.settings.OAUTH2_CLIENT_ID) return null
  const { id: userId, familyId } = checked.actor
  return userId === null || familyId === null ? null : { userId, familyId, scopes: checked.claims.scopes }
}

function ignoreRefusal(error: unknown) {
  if (!(error instanceof OAuthError)) throw error
  return error.code === 'account_archived' ? 'archived' : undefined
}

/**
 * The same two cookies as `/auth/login` sets: the next application signs in without a prompt. A user who signs in again
 * stays in their session, so that applications still recognize it.
 */
export async function startBrowserSession(
  deps: Deps,
  reply: FastifyReply,
  { proof, visitor }: { proof: Proof; visitor: Visitor },
): Promise<BrowserSession> {
  const client = await getFirstPartyClient(deps)
  const scopes = client.scope.split(' ')
  const sessionId = await findSessionId(deps, reply.request, proof.userId)
  const tokens = await signInUser(deps, { client, scopes, proof, visitor, sessionId })
  setSessionCookies(reply, deps.settings, tokens)
  forgetForm(deps, reply)
  return { userId: proof.userId, scopes, familyId: tokens.familyId }
}

/** Finds the id of the user's session in this browser, if it has not ended. Its tokens can have expired. */
async function findSessionId(deps: Deps, { cookies }: FastifyRequest, userId: number) {
  const token = cookies.access_token ?? cookies.refresh_token
  const issued = token ? await findIssuedToken(deps, token) : undefined
  if (!issued?.familyId || issued.userId !== userId) return undefined
  return findLivingSessionId(deps.db, issued.familyId)
}

const ACCESS_PATH = '/'
const REFRESH_PATH = '/auth'

export function setSessionCookies(reply: FastifyReply, settings: Settings, tokens: IssuedTokens) {
  reply.setCookie('access_token', tokens.accessToken, {
    ...attributes(settings),
    path: ACCESS_PATH,
    maxAge: tokens.expiresIn,
  })
  reply.setCookie('refresh_token', tokens.refreshToken ?? '', {
    ...attributes(settings),
    path: REFRESH_PATH,
    maxAge: settings.OAUTH2_REFRESH_TOKEN_TTL,
  })
}

export function clearSessionCookies(reply: FastifyReply, settings: Settings) {
  reply.clearCookie('access_token', { ...attributes(settings), path: ACCESS_PATH })
  reply.clearCookie('refresh_token', { ...attributes(settings), path: REFRESH_PATH })
}

/** Sends cookies as late as possible: the response must not undo a sign-out that was faster. */
export function sendRenewedSessions(app: App, deps: Deps) {
  app.decorateRequest('renewedSession', null)
  app.addHook('onSend', (request, reply, _payload, done) => {
    const tokens = request.renewedSession
    if (!tokens) return done()
    request.renewedSession = null
    sendRenewed(deps, reply, tokens).then(() => done(), done)
  })
}

async function sendRenewed(deps: Deps, reply: FastifyReply, tokens: IssuedTokens) {
  if (await checkAccessToken(deps, tokens.accessToken)) setSessionCookies(reply, deps.settings, tokens)
  else clearSessionCookies(reply, deps.settings)
}

function attributes({ COOKIE_DOMAIN, COOKIE_SECURE }: Settings) {
  return { httpOnly: true, secure: COOKIE_SECURE, sameSite: 'strict' as const, domain: COOKIE_DOMAIN }
}
