import { checkOriginOfChange } from '@atrium/http/app/protection'
import { ownPath } from '@atrium/http/pages/own-path'
import { presentedToken } from '@atrium/http/routes/credentials'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import type { Route } from '#route.ts'
import { allowedOrigins } from '#settings.ts'
import * as passkeys from '#sign-in/passkeys/verify-passkey.ts'
import type { IssuedTokens } from '#tokens/issue-tokens.ts'
import { endAllSessions, findIssuedToken, revokeIssuedToken } from '#tokens/user-session.commands.ts'
import { visitorOf } from '#tokens/visitor.ts'
import { getFirstPartyClient } from '../clients/first-party-client.ts'
import * as grants from '../token/grants.ts'
import { clearSessionCookies, setSessionCookies } from './browser-session.ts'
import { offerForm } from './default-provider.ts'
import {
  completeSignIn,
  listOwnScopes,
  refreshSession,
  signIn,
  signInWithPasskey,
  signOut,
  signOutEverywhere,
  startPasskeySignIn,
  switchUser,
} from './session.contract.ts'

/** The sign-in of our own pages: the tokens are sent in cookies, never in a body. */
export function sessionRoutes(route: Route, deps: Deps) {
  const { settings } = deps
  const origins = allowedOrigins(settings)
  const rateLimit = { max: 600, timeWindow: '1 minute' }

  route(signIn, { rateLimit }, async ({ body, request, reply }) => {
    checkOriginOfChange(request, origins)
    const client = await getFirstPartyClient(deps)
    const requested = { ...body, scope: body.scope ?? '' }
    const tokens = await grants.signInWithPassword(deps, client, requested, visitorOf(request))
    return startSession(reply, tokens)
  })

  route(completeSignIn, { rateLimit }, async ({ body, request, reply }) => {
    checkOriginOfChange(request, origins)
    const client = await getFirstPartyClient(deps)
    return startSession(reply, await grants.signInWithCode(deps, client, body, visitorOf(request)))
  })

  route(startPasskeySignIn, { rateLimit }, async () => {
    const { options, challengeToken } = await passkeys.startPasskeySignIn(deps)
    return { data: { options, challenge_token: challengeToken }, message: 'Passkey sign-in started' }
  })

  route(signInWithPasskey, { rateLimit }, async ({ body, request, reply }) => {
    checkOriginOfChange(request, origins)
    const client = await getFirstPartyClient(deps)
    return startSession(reply, await grants.signInWithPasskey(deps, client, body, visitorOf(request)))
  })

  route(refreshSession, {}, async ({ request }) => {
    checkOriginOfChange(request, origins)
    const { refresh_token } = request.cookies
    if (!refresh_token) throw new NotAuthenticated('refresh_cookie_missing')
    const tokens = await grants.refreshTokens(deps, await getFirstPartyClient(deps), { refresh_token })
    request.renewedSession = tokens
    return { data: { expires_in: tokens.expiresIn }, message: 'Session refreshed' }
  })

  route(signOut, {}, async ({ request, reply }) => {
    await endSession(request, reply)
    return { message: 'Signed out' }
  })

  route(switchUser, {}, async ({ body, request, reply }) => {
    await endSession(request, reply)
    return reply.redirect(ownPath(body.return ?? '/account'), 303)
  })

  route(signOutEverywhere, {}, async ({ actor, reply }) => {
    const revoked = await endAllSessions(deps, actor)
    clearSessionCookies(reply, settings)
    await offerForm(deps, reply)
    return { data: { revoked }, message: 'Signed out everywhere' }
  })

  route(listOwnScopes, {}, ({ actor }) => ({
    data: { scopes: actor.scopes },
    message: 'Scopes of this token',
  }))

  async function endSession(request: FastifyRequest, reply: FastifyReply) {
    for (const token of tokensToEnd(request, origins)) {
      const issued = await findIssuedToken(deps, token)
      if (issued) await revokeIssuedToken(deps, issued)
    }
    clearSessionCookies(reply, settings)
    await offerForm(deps, reply)
  }

  function startSession(reply: FastifyReply, tokens: IssuedTokens) {
    setSessionCookies(reply, settings, tokens)
    return { data: { scopes: tokens.scopes, expires_in: tokens.expiresIn }, message: 'Signed in' }
  }
}

/** From the header, or from both cookies: the access token can have expired. */
function tokensToEnd(request: FastifyRequest, origins: string[]) {
  const { access_token, refresh_token } = request.cookies
  if (request.headers.authorization) return [presentedToken(request, 'access_token') ?? '']
  checkOriginOfChange(request, origins)
  return [access_token, refresh_token].filter(token => token !== undefined)
}
