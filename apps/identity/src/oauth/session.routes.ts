import { NotAuthenticated } from '@atrium/core/errors'
import { Body, Message } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { presentedToken } from '@atrium/http/credentials'
import { checkOriginOfChange } from '@atrium/http/protection'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf, anyToken } from '#access.ts'
import type { Deps } from '#deps.ts'
import { allowedOrigins } from '#settings.ts'
import { endAllSessions, findIssuedToken, revokeIssuedToken } from '#tokens/user-session.commands.ts'
import { visitorOf } from '#tokens/visitor.ts'
import { getFirstPartyClient } from './first-party-client.ts'
import { signInWithPassword } from './grants/password.grant.ts'
import { refreshTokens } from './grants/refresh-token.grant.ts'
import { signInWithCode } from './grants/two-factor.grant.ts'
import { clearSessionCookies, sessionCookiesCleared, sessionCookiesSet } from './session-cookies.ts'
import { Data, SessionStarted, startSession, translateOAuthError } from './start-session.ts'

const Login = Body({
  username: Type.String({ trim: true, maxLength: 254 }),
  password: Type.String({ maxLength: 1024 }),
  scope: Type.Optional(Type.String({ maxLength: 2000 })),
})

const SecondStep = Body({
  two_factor_token: Type.String({ maxLength: 200 }),
  code: Type.String({ maxLength: 40 }),
  scope: Type.Optional(Type.String({ maxLength: 2000 })),
})

/** The sign-in of our own pages: the tokens travel in cookies and never in a body. */
export function sessionRoutes(app: App, deps: Deps) {
  const origins = allowedOrigins(deps.settings)
  const signIn = {
    config: {
      access: open,
      rateLimit: { max: 600, timeWindow: '1 minute' },
      refuses: [401, 403],
      openapi: { setCookie: sessionCookiesSet },
    },
    response: { 200: SessionStarted },
  }

  app.post(
    '/auth/login',
    {
      config: signIn.config,
      schema: {
        tags: ['Sign-in'],
        summary: 'Sign in with a password',
        description:
          'Starts a browser session. The tokens are returned as `HttpOnly` cookies, never in the body. If the account has a second factor, the response is 401 with `details.two_factor_token`, which `POST /auth/login/two-factor` completes. `scope` narrows the session; by default it has every scope of the first-party client.',
        body: Login,
        response: signIn.response,
      },
    },
    async (request, reply) => {
      checkOriginOfChange(request, origins)
      const client = await getFirstPartyClient(deps)
      return startSession(deps, reply, signInWithPassword(deps, client, request.body, visitorOf(request)))
    },
  )

  app.post(
    '/auth/login/two-factor',
    {
      config: signIn.config,
      schema: {
        tags: ['Sign-in'],
        summary: 'Complete a sign-in with a code',
        description:
          'Second step of `POST /auth/login`. Send the `two_factor_token` from its response with a code from the authenticator app or a recovery code.',
        body: SecondStep,
        response: signIn.response,
      },
    },
    async (request, reply) => {
      checkOriginOfChange(request, origins)
      const client = await getFirstPartyClient(deps)
      return startSession(deps, reply, signInWithCode(deps, client, request.body, visitorOf(request)))
    },
  )

  app.post(
    '/auth/refresh',
    {
      config: {
        access: open,
        refuses: [401, 403],
        openapi: { security: [{ refresh_token: [] }], setCookie: sessionCookiesSet },
      },
      schema: {
        tags: ['Sign-in'],
        summary: 'Refresh the session',
        description:
          'Exchanges the `refresh_token` cookie for new session cookies. Each refresh token works once; a repeat within the grace period returns the same new tokens, a later one ends the session.',
        response: { 200: Data({ expires_in: Type.Integer() }) },
      },
    },
    async request => {
      checkOriginOfChange(request, origins)
      const { refresh_token } = request.cookies
      if (!refresh_token) throw new NotAuthenticated('There is no refresh_token cookie; sign in again')
      const client = await getFirstPartyClient(deps)
      const tokens = await refreshTokens(deps, client, { refresh_token }).catch(translateOAuthError)
      request.renewedSession = tokens
      return { data: { expires_in: tokens.expiresIn }, message: 'The session was refreshed' }
    },
  )

  app.post(
    '/auth/logout',
    {
      config: {
        access: open,
        refuses: [403],
        openapi: {
          security: [{ bearer: [] }, { access_token: [] }, { refresh_token: [] }, {}],
          setCookie: sessionCookiesCleared,
        },
      },
      schema: {
        tags: ['Sign-in'],
        summary: 'Sign out',
        description:
          'Revokes the session of the presented token or cookies, with its refresh token, and clears the session cookies. Without a valid token you are signed out already: that is 200, too.',
        response: { 200: Message },
      },
    },
    async (request, reply) => {
      for (const token of tokensToEnd(request, origins)) {
        const issued = await findIssuedToken(deps, token)
        if (issued) await revokeIssuedToken(deps, issued)
      }
      clearSessionCookies(reply, deps.settings)
      return { message: 'You are signed out' }
    },
  )

  app.post(
    '/auth/logout-all',
    {
      config: { access: anyToken, openapi: { setCookie: sessionCookiesCleared } },
      schema: {
        tags: ['Sign-in'],
        summary: 'Sign out everywhere',
        description:
          'Revokes every session of the user, in every application, and clears the session cookies. `data.revoked` counts the revoked tokens. With a client token, revokes every token of that client, those of its users included.',
        response: { 200: Data({ revoked: Type.Integer() }) },
      },
    },
    async (request, reply) => {
      const revoked = await endAllSessions(deps, actorOf(request))
      clearSessionCookies(reply, deps.settings)
      return { data: { revoked }, message: 'You are signed out everywhere' }
    },
  )

  app.get(
    '/auth/available-scopes',
    {
      config: { access: anyToken },
      schema: {
        tags: ['Sign-in'],
        summary: 'List the scopes of the token',
        description: 'Returns the scopes that the presented token carries.',
        response: { 200: Data({ scopes: Type.Array(Type.String()) }) },
      },
    },
    async request => ({ data: { scopes: actorOf(request).scopes }, message: 'The scopes of this token' }),
  )
}

/** Of the header, or both of the cookies: the access token may have expired, and without any the caller is signed out. */
function tokensToEnd(request: FastifyRequest, origins: string[]) {
  const { access_token, refresh_token } = request.cookies
  if (request.headers.authorization) return [presentedToken(request, 'access_token') ?? '']
  checkOriginOfChange(request, origins)
  return [access_token, refresh_token].filter(token => token !== undefined)
}

export type Login = Static<typeof Login>
