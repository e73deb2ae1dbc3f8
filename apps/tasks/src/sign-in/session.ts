import { type Language, languageOf } from '@atrium/core/language'
import type { App } from '@atrium/http/app/create-app'
import { checkOriginOfChange, isChange } from '@atrium/http/app/protection'
import { presentedToken } from '@atrium/http/routes/credentials'
import type { AccessTokenClaims } from '@atrium/token-check/verify-access-token'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActingAgent, Actor, Grant } from '#administration/actor.ts'
import type { KnownActor } from '#administration/actor-cache.ts'
import { findRobotActor } from '#administration/robot.commands.ts'
import { synchroniseUser } from '#administration/synchronisation.commands.ts'
import { findActingUser } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import { allowedOrigins } from '#settings.ts'
import { findActingAgent, useAgent } from './acting-agents.ts'
import type { Tokens } from './identity-client.ts'
import { ACCESS_COOKIE, clearSessionCookies, setSessionCookies } from './session-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The presented one, or what it was refreshed to. */
    accessToken: string
    /** What an expired session was refreshed to; its cookies are set when the answer is sent. */
    refreshed: { tokens: Tokens; signOutsHeard: number | undefined } | null
  }
}

const PROFILE_KEPT_MS = 3_600_000

/** Whose session this is. An expired one is refreshed, and the request continues. */
export async function resolveSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  // Checked again after a slow body: the presented token may have been refreshed before it.
  const presented = request.actor ? request.accessToken : presentedToken(request, ACCESS_COOKIE)
  // A user who was archived or signed out unheard can still read from cached introspections, but changes nothing.
  const check = { isChange: isChange(request) }
  const claims = presented && (await deps.tokenCheck.check(presented, check))
  if (claims) return actorOfRequest(deps, request, presented, claims)

  const { app_refresh_token: refreshToken } = request.cookies
  if (request.refreshed) {
    request.refreshed = null
    clearSessionCookies(reply, deps.settings)
    throw refusal(presented)
  }
  if (!refreshToken) throw refusal(presented)
  // An invalid header doesn't exempt the cookie from the check of its origin.
  checkOriginOfChange(request, allowedOrigins(deps.settings))
  const signOutsHeard = deps.tokenCheck.signOutsHeard()
  const tokens = await deps.sessionRefresh.refresh(refreshToken).catch(error => {
    if (error instanceof NotAuthenticated) clearSessionCookies(reply, deps.settings)
    throw error
  })
  // Even if the check fails: the old refresh token has been used.
  if (tokens) request.refreshed = { tokens, signOutsHeard }
  const refreshed = tokens && (await deps.tokenCheck.check(tokens.accessToken, check))
  if (!refreshed) {
    request.refreshed = null
    clearSessionCookies(reply, deps.settings)
    throw refusal(presented)
  }
  return actorOfRequest(deps, request, tokens.accessToken, refreshed)
}

/** Cookies are set last: a sign-out that overtakes the request must not be undone by its answer. */
export function sendRefreshedSessions(app: App, deps: Deps) {
  app.decorateRequest('refreshed', null)
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { refreshed } = request
    if (!refreshed) return done()
    request.refreshed = null
    setCookiesUnlessEnded(deps, reply, refreshed)
      .catch(error => {
        request.log.warn({ err: error }, 'could not check whether a refreshed session has ended')
      })
      .then(() => done(), done)
  })
}

type Refreshed = NonNullable<FastifyRequest['refreshed']>

/** Checked again only if a session has ended in the meantime, or if the channel was down. */
async function setCookiesUnlessEnded(
  { settings, tokenCheck }: Deps,
  reply: FastifyReply,
  { tokens, signOutsHeard }: Refreshed,
) {
  const isUndisturbed = signOutsHeard !== undefined && signOutsHeard === tokenCheck.signOutsHeard()
  if (isUndisturbed || (await tokenCheck.check(tokens.accessToken)))
    setSessionCookies(reply, settings, tokens)
  else clearSessionCookies(reply, settings)
}

function actorOfRequest(deps: Deps, request: FastifyRequest, accessToken: string, claims: AccessTokenClaims) {
  request.accessToken = accessToken
  return actorOfToken(deps, claims, languageOf(request))
}

/** The local user of a token, synchronised first if they are unknown or were last synchronised an hour ago. */
export async function actorOfToken(
  deps: Deps,
  claims: AccessTokenClaims,
  language: Language = 'en',
): Promise<Actor> {
  if (claims.aud === deps.settings.TASKS_CLIENT_ID) return userOfToken(deps, claims, language)
  const actor = await granteeOf(deps, claims, language)
  const agent = await findActingAgent(deps, { userId: actor.id, passportId: actor.passportId, claims })
  return agent ? withAgent(actor, agent) : actor
}

/** The local user of a token that an agent uses at the endpoint for agents. */
export async function agentOfToken(deps: Deps, claims: AccessTokenClaims, language: Language) {
  const actor = await granteeOf(deps, claims, language)
  const key = { userId: actor.id, passportId: actor.passportId, claims }
  return withAgent(actor, await useAgent(deps, key, actor.grant))
}

async function granteeOf(deps: Deps, claims: AccessTokenClaims, language: Language) {
  const { sub, client_id, scopes, application = null, projectIds = null } = claims
  if (sub === null) {
    const robot = await findRobotActor(deps, client_id, application ?? client_id)
    return { ...robot, grant: { scopes, application: null, projectIds: null } }
  }
  return { ...(await userOfToken(deps, claims, language)), grant: { scopes, application, projectIds } }
}

function withAgent<A extends Actor & { grant: Grant }>(actor: A, agent: ActingAgent) {
  return { ...actor, grant: { ...actor.grant, agent } }
}

/**
 * Owners at the identity service are admins here and must stop being one at once. The answer about the token says who is
 * one; that of an owner is asked for again unless it is certainly current, see `findActive`.
 */
async function userOfToken(deps: Deps, claims: AccessTokenClaims, language: Language): Promise<Actor> {
  const passportId = passportOf(claims.sub)
  const known = await findActor(deps, passportId)
  const isFresh = known && Date.parse(known.synchronisedAt) > deps.now().getTime() - PROFILE_KEPT_MS
  const { isOwner = known?.isOwner } = claims
  if (isFresh && isOwner === known.isOwner) return known.actor
  await synchroniseFromIdentity(deps, passportId, { isSignIn: false, language })
  const synchronised = await findActor(deps, passportId)
  if (!synchronised) throw new NotAuthenticated('account_inactive')
  return synchronised.actor
}

/** At each sign-in: names, roles and the time of the sign-in. */
export function synchroniseAtSignIn(deps: Deps, { sub }: AccessTokenClaims, language: Language) {
  return synchroniseFromIdentity(deps, passportOf(sub), { isSignIn: true, language })
}

function passportOf(sub: AccessTokenClaims['sub']) {
  if (sub === null) throw new NotAuthenticated('user_token_required')
  return Number(sub)
}

/** Archived users are left out: the identity service decides whether they still are. */
function findActor({ db, actorCache }: Deps, passportId: number): Promise<KnownActor | undefined> {
  return actorCache.get(passportId, async () => {
    const user = await findActingUser(db, passportId)
    if (!user || user.archivedAt) return undefined
    const { id, roles, permissions, isOwner, synchronisedAt } = user
    return { actor: { id, passportId, roles, permissions: new Set(permissions) }, isOwner, synchronisedAt }
  })
}

async function synchroniseFromIdentity(
  deps: Deps,
  passportId: number,
  occasion: { isSignIn: boolean; language: Language },
) {
  const profile = await deps.identity.readProfile(passportId)
  if (!profile) throw new NotAuthenticated('profile_unavailable')
  return synchroniseUser(deps, profile, occasion)
}

function refusal(presented: string | undefined) {
  if (!presented) return new NotAuthenticated('not_authenticated')
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  return new NotAuthenticated('invalid_token', {}, { headers })
}
