import { NotAuthenticated, TooManyRequests, Unavailable } from '@atrium/core/errors'
import type { App } from '@atrium/http/create-app'
import { presentedToken } from '@atrium/http/credentials'
import { checkOriginOfChange, isChange } from '@atrium/http/protection'
import type { AccessTokenClaims } from '@atrium/token-check/verify-access-token'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#administration/actor.ts'
import type { KnownActor } from '#administration/actor-cache.ts'
import { synchroniseUser } from '#administration/synchronise-user.ts'
import { findActingUser } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'
import { allowedOrigins } from '#settings.ts'
import type { Tokens } from './identity-client.ts'
import { ACCESS_COOKIE, clearSessionCookies, setSessionCookies } from './session-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The one that counts: presented, or refreshed on the way. */
    accessToken: string
    /** What an expired session was refreshed to; its cookies are set when the answer goes out. */
    refreshed: { tokens: Tokens; signOutsHeard: number | undefined } | null
  }
}

const PROFILE_KEPT_MS = 3_600_000

/** Whose session this is. An expired one is refreshed on the way, and the request goes on. */
export async function resolveSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  const presented = presentedToken(request, ACCESS_COOKIE)
  // A user who was archived or signed out everywhere a moment ago may still read while answers are cached, but
  // changes nothing.
  const check = { mustAsk: isChange(request) }
  const claims = presented && (await deps.tokenCheck.check(presented, check))
  if (claims) return actorOfRequest(deps, request, presented, claims)

  const { app_refresh_token: refreshToken } = request.cookies
  if (!refreshToken) throw refusal(presented)
  // A header that is worth nothing does not make a cookie less of one.
  checkOriginOfChange(request, allowedOrigins(deps.settings))
  const signOutsHeard = deps.tokenCheck.signOutsHeard()
  const tokens = await deps.sessionRefresh.refresh(refreshToken)
  // Even if the check cannot decide: the old refresh token is used up.
  if (tokens) request.refreshed = { tokens, signOutsHeard }
  const refreshed = tokens && (await deps.tokenCheck.check(tokens.accessToken, check))
  if (!refreshed) {
    request.refreshed = null
    clearSessionCookies(reply, deps.settings)
    throw refusal(presented)
  }
  return actorOfRequest(deps, request, tokens.accessToken, refreshed)
}

/** Not before: a sign-out that has overtaken the request must not be undone by its answer. */
export function sendRefreshedSessions(app: App, deps: Deps) {
  app.decorateRequest('refreshed', null)
  app.addHook('onSend', async (request, reply) => {
    const { refreshed } = request
    if (!refreshed) return
    request.refreshed = null
    await setCookiesUnlessEnded(deps, reply, refreshed).catch(error => {
      request.log.warn({ err: error }, 'whether a refreshed session has ended could not be asked')
    })
  })
}

type Refreshed = NonNullable<FastifyRequest['refreshed']>

/** Asked about again only if somebody has signed out meanwhile, or if that could not be heard. */
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
  return actorOfToken(deps, accessToken, claims)
}

/** The local user of a token; a user never seen, or not for an hour, is synchronised first. */
export async function actorOfToken(
  deps: Deps,
  accessToken: string,
  { sub }: AccessTokenClaims,
): Promise<Actor> {
  const passportId = passportOf(sub)
  const known = await findActor(deps, passportId)
  const isFresh = known && Date.parse(known.synchronisedAt) > deps.now().getTime() - PROFILE_KEPT_MS
  if (isFresh && !(known.isOwner && (await hasLostOwnership(deps, passportId, accessToken))))
    return known.actor
  await synchroniseFromIdentity(deps, passportId, accessToken, { isSignIn: false })
  const synchronised = await findActor(deps, passportId)
  if (!synchronised) throw new NotAuthenticated('This account is not active')
  return synchronised.actor
}

/**
 * The role admin comes with being an owner there and must end with it at once, so the profile of the few owners is not
 * kept for an hour. When the identity service does not answer, the token check has decided how long that may last.
 */
async function hasLostOwnership({ identity }: Deps, passportId: number, accessToken: string) {
  const profile = await identity.readProfile(passportId, accessToken).catch(error => {
    if (error instanceof Unavailable || error instanceof TooManyRequests) return undefined
    throw error
  })
  return profile?.isOwner === false
}

/** At each sign-in, however lately the user was seen: names, roles and the moment. */
export function synchroniseAtSignIn(deps: Deps, accessToken: string, { sub }: AccessTokenClaims) {
  return synchroniseFromIdentity(deps, passportOf(sub), accessToken, { isSignIn: true })
}

function passportOf(sub: AccessTokenClaims['sub']) {
  if (sub === null) throw new NotAuthenticated('This service is for users; a client token has none')
  return Number(sub)
}

/** Without archived users: the identity service is asked whether they still are. */
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
  accessToken: string,
  occasion: { isSignIn: boolean },
) {
  const profile = await deps.identity.readProfile(passportId, accessToken)
  if (!profile) throw new NotAuthenticated('The identity service does not show the profile of this user')
  return synchroniseUser(deps, profile, occasion)
}

function refusal(presented: string | undefined) {
  const reason = presented
    ? 'The session has ended or the token is not right; sign in again'
    : 'Sign in first: this needs an access token'
  const challenge = presented ? 'Bearer error="invalid_token"' : 'Bearer'
  return new NotAuthenticated(reason, { headers: { 'www-authenticate': challenge } })
}
