import { readFileSync } from 'node:fs'
import { textOf } from '@atrium/core/catalogue'
import { languageOf } from '@atrium/core/language'
import { preferencesFrom } from '@atrium/core/preferences'
import { sendPage } from '@atrium/http/page'
import { choosePreferences } from '@atrium/http/preferences'
import { checkOriginOfChange } from '@atrium/http/protection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isScope } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import { errorCatalogue, Forbidden } from '#errors.ts'
import type { Route } from '#route.ts'
import { visitorOf } from '#tokens/visitor.ts'
import { getUser } from '#users/user.queries.ts'
import {
  type BrowserSession,
  clearSessionCookies,
  findBrowserSession,
  startBrowserSession,
} from '../session/browser-session.ts'
import {
  type AuthorizationRequest,
  getRedirectTarget,
  parseAuthorizationRequest,
} from './authorization-request.ts'
import { redirectErrors, sendToApplication } from './authorization-response.ts'
import { getSignInScript, openSignInPage, submitSignInPage } from './authorize.contract.ts'
import { consumeFormToken, issueFormToken } from './form-token.ts'
import { type SignInRetry, tryToSignIn } from './sign-in-attempt.ts'
import { archivedPage, reopenPage, signInPage } from './sign-in-page.ts'

const script = readFileSync(new URL('./sign-in.js', import.meta.url), 'utf8')

/** RFC 6749 §4.1.1, with PKCE (RFC 7636) and the issuer in each response (RFC 9207). */
export function authorizeRoutes(route: Route, deps: Deps) {
  const ownOrigins = [new URL(deps.settings.IDENTITY_URL).origin]

  route(openSignInPage, {}, async ({ request, reply }) => {
    const parameters = request.query as Parameters
    choosePreferences(request, reply, preferencesFrom(parameters))
    const target = await getRedirectTarget(deps, parameters)
    return redirectErrors(deps, reply, target, async () => {
      const authorization = parseAuthorizationRequest(target, parameters)
      const isNew = parameters.prompt === 'create'
      const session = await findSessionOf(deps, request, parameters)
      if (session === 'archived') return sendArchivedPage(deps, request, reply)
      if (session && canSkipSignIn(session, authorization)) {
        const signedIn = { userId: session.userId, visitor: visitorOf(request) }
        return sendToApplication(deps, reply, authorization, signedIn)
      }
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        return sendPage(reply, reopenPage(languageOf(request), request.url))
      }
      if (isNew) return reply.redirect(registerAddress(authorization, parameters), 302)
      const username = hintIn(parameters)
      return sendSignInPage(deps, request, reply, authorization, { username, isSignedIn: session !== null })
    })
  })

  const rateLimit = { max: 600, timeWindow: '1 minute' }

  route(submitSignInPage, { rateLimit }, async ({ body, request, reply }) => {
    checkOriginOfChange(request, ownOrigins)
    const { csrf_token, username, two_factor_token } = body
    const parameters = { ...(request.query as object), ...body }
    const target = await getRedirectTarget(deps, parameters)
    return redirectErrors(deps, reply, target, async () => {
      const authorization = parseAuthorizationRequest(target, parameters)
      const showAgain = (retry: SignInRetry) =>
        sendSignInPage(deps, request, reply, authorization, { username, ...retry })
      if (choosePreferences(request, reply, body)) return showAgain({ twoFactorToken: two_factor_token })
      if (!(await consumeFormToken(deps, request, csrf_token))) {
        return showAgain({ problem: new Forbidden('form_expired') })
      }
      const outcome = await tryToSignIn(deps, reply, body, request.ip)
      if (!('userId' in outcome)) return showAgain({ twoFactorToken: two_factor_token, ...outcome })
      const signedIn = { ...outcome, visitor: visitorOf(request) }
      await startBrowserSession(deps, reply, signedIn)
      return sendToApplication(deps, reply, authorization, signedIn)
    })
  })

  route(getSignInScript, {}, ({ reply }) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  )
}

function sendArchivedPage({ settings }: Deps, request: FastifyRequest, reply: FastifyReply) {
  clearSessionCookies(reply, settings)
  const page = archivedPage(languageOf(request), request.url, settings.SUPPORT_EMAIL)
  return sendPage(reply.code(403), page)
}

function hintIn({ login_hint }: Parameters) {
  return typeof login_hint === 'string' ? login_hint.slice(0, 254) : ''
}

/** The browser's session, unless the application expects someone else. */
async function findSessionOf(deps: Deps, request: FastifyRequest, { prompt, login_hint: hint }: Parameters) {
  if (prompt === 'create') return null
  const session = await findBrowserSession(deps, request)
  if (!session || session === 'archived' || typeof hint !== 'string' || !hint.includes('@')) return session
  const { email } = await getUser(deps.db, session.userId)
  return email.toLowerCase() === hint.trim().toLowerCase() ? session : null
}

/** `prompt=create` (Initiating User Registration via OpenID Connect 1.0). */
function registerAddress({ parameters }: AuthorizationRequest, { login_hint, invitation }: Parameters) {
  const query = new URLSearchParams(parameters)
  if (typeof login_hint === 'string') query.set('login_hint', login_hint)
  if (typeof invitation === 'string') query.set('invitation', invitation)
  return `/register?${query}`
}

type Parameters = Record<string, unknown>

/** For trusted applications, and no more scopes than the session has. */
function canSkipSignIn(session: BrowserSession, { client, scopes }: AuthorizationRequest) {
  if (client.needsConsent && !client.isTrusted) return false
  return scopes.filter(isScope).every(scope => session.scopes.includes(scope))
}

function sendSignInPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, redirectUri, parameters }: AuthorizationRequest,
  {
    problem,
    username,
    twoFactorToken,
    isSignedIn,
  }: SignInRetry & { username?: string; isSignedIn?: boolean } = {},
) {
  const language = languageOf(request)
  if (problem) reply.code(problem.statusCode)
  const page = signInPage({
    language,
    applicationName: client.name,
    redirectUri,
    formToken: issueFormToken(deps, request, reply),
    hidden: parameters,
    username,
    twoFactorToken,
    ...(problem && { problem: textOf(errorCatalogue, language, problem.code, problem.params) }),
    isSignedIn,
    canRegister: deps.settings.REGISTRATION === 'open',
  })
  return sendPage(reply, page)
}
