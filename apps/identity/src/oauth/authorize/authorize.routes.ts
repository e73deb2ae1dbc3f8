import { readFileSync } from 'node:fs'
import { textOf } from '@atrium/core/catalogue'
import { languageOf } from '@atrium/core/language'
import { preferencesFrom } from '@atrium/core/preferences'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import { sendPage } from '@atrium/http/pages/page'
import { choosePreferences } from '@atrium/http/pages/preferences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { errorCatalogue, Forbidden } from '#errors.ts'
import type { Route } from '#route.ts'
import { visitorOf } from '#tokens/visitor.ts'
import { getUser } from '#users/user.queries.ts'
import { asksForConsent } from '../clients/client.queries.ts'
import { OAuthError } from '../oauth-error.ts'
import { afterSignIn } from '../openid/openid-request.ts'
import { checkSignIn } from '../openid/session-check.ts'
import { consumeFormToken, hasFormCookie, issueFormToken } from '../pages/form-token.ts'
import { reopenPage } from '../pages/reopen-page.ts'
import {
  type BrowserSession,
  clearSessionCookies,
  findBrowserSession,
  startBrowserSession,
} from '../session/browser-session.ts'
import { accountPage } from './account-page.ts'
import {
  type AuthorizationRequest,
  getRedirectTarget,
  parseAuthorizationRequest,
} from './authorization-request.ts'
import { redirectErrors, sendToApplication } from './authorization-response.ts'
import { getSignInScript, openSignInPage, submitSignInPage } from './authorize.contract.ts'
import { mustAsk } from './consent.ts'
import { type SignInRetry, tryToSignIn } from './sign-in-attempt.ts'
import { archivedPage, signInPage } from './sign-in-page.ts'
import { authorizeAddress, canSkipSignIn } from './single-sign-on.ts'

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
      return answerRequest(deps, request, reply, authorization, parameters)
    })
  })

  const rateLimit = { max: 600, timeWindow: '1 minute' }

  route(submitSignInPage, { rateLimit }, async ({ body, request, reply }) => {
    const { csrf_token, username, two_factor_token } = body
    const parameters: Parameters = { ...(request.query as object), ...body }
    if (csrf_token === undefined && isOpenIdForm(parameters))
      return reply.redirect(authorizeAddress(parameters), 303)
    checkOriginOfChange(request, ownOrigins)
    const target = await getRedirectTarget(deps, parameters)
    return redirectErrors(deps, reply, target, async () => {
      const authorization = parseAuthorizationRequest(target, parameters)
      const showAgain = (retry: SignInRetry) =>
        sendSignInPage(deps, request, reply, authorization, { username, ...retry })
      if (choosePreferences(request, reply, body)) return showAgain({ twoFactorToken: two_factor_token })
      if (!(await consumeFormToken(deps, request, csrf_token))) {
        return showAgain({
          problem: new Forbidden(hasFormCookie(request) ? 'form_expired' : 'form_cookie_missing'),
        })
      }
      const outcome = await tryToSignIn(deps, reply, body, request.ip)
      if (!('userId' in outcome)) return showAgain({ twoFactorToken: two_factor_token, ...outcome })
      const visitor = visitorOf(request)
      const session = await startBrowserSession(deps, reply, { proof: outcome, visitor })
      await checkSignIn(deps, authorization, session)
      const rest = { ...authorization, parameters: afterSignIn(authorization.parameters) }
      return sendToApplication(deps, reply, rest, { session, visitor })
    })
  })

  route(getSignInScript, {}, ({ reply }) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  )
}

async function answerRequest(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  parameters: Parameters,
) {
  if (asksFor(authorization, 'none')) return answerSilently(deps, request, reply, authorization, parameters)
  const session = await findSessionOf(deps, request, authorization, parameters)
  if (session === 'archived') return sendArchivedPage(deps, request, reply)
  if (session && (await canSkipSignIn(deps, session, authorization))) {
    return sendSignedIn(deps, request, reply, authorization, session)
  }
  if (isCrossSite(request)) return sendPage(reply, reopenPage(languageOf(request), request.url))
  if (parameters.prompt === 'create') return reply.redirect(registerAddress(authorization, parameters), 302)
  const username = hintIn(parameters)
  return sendSignInPage(deps, request, reply, authorization, { username, isSignedIn: session !== null })
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
async function findSessionOf(
  deps: Deps,
  request: FastifyRequest,
  { client }: AuthorizationRequest,
  { prompt, login_hint: hint }: Parameters,
) {
  // The consent page of every client offers to sign in as another user.
  if (prompt === 'create' || (prompt === 'login' && asksForConsent(client))) return null
  const session = await findBrowserSession(deps, request)
  if (!session || session === 'archived') return session
  return (await isHinted(deps, session, hint)) ? session : null
}

/** Whether `login_hint` names the user of the session, or nobody. */
async function isHinted({ db }: Deps, { userId }: BrowserSession, hint: unknown) {
  if (typeof hint !== 'string' || !hint.includes('@')) return true
  const { email } = await getUser(db, userId)
  return email.toLowerCase() === hint.trim().toLowerCase()
}

/** `prompt=create` (Initiating User Registration via OpenID Connect 1.0). */
function registerAddress({ parameters }: AuthorizationRequest, { login_hint, invitation }: Parameters) {
  const query = new URLSearchParams(parameters)
  if (typeof login_hint === 'string') query.set('login_hint', login_hint)
  if (typeof invitation === 'string') query.set('invitation', invitation)
  return `/register?${query}`
}

type Parameters = Record<string, unknown>

function asksFor({ openId }: AuthorizationRequest, prompt: string) {
  return openId?.prompts.includes(prompt) === true
}

function sendSignedIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  session: BrowserSession,
) {
  if (asksFor(authorization, 'select_account')) {
    return sendAccountPage(deps, request, reply, authorization, session)
  }
  return sendToApplication(deps, reply, authorization, { session, visitor: visitorOf(request) })
}

/**
 * `prompt=none`: a code at once, or an error. Whether the visitor is the expected user is compared only after their
 * consent: otherwise any client could find out who visits it. In a frame of another site the browser sends no cookies.
 */
async function answerSilently(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  { login_hint: hint }: Parameters,
) {
  const session = await findBrowserSession(deps, request)
  if (session && session !== 'archived') {
    if (await mustAsk(deps, authorization, session.userId)) throw new OAuthError('consent_required')
    if ((await isHinted(deps, session, hint)) && (await canSkipSignIn(deps, session, authorization))) {
      return sendToApplication(deps, reply, authorization, { session, visitor: visitorOf(request) })
    }
  }
  if (isCrossSite(request) && request.headers['sec-fetch-dest'] !== 'iframe') {
    return sendPage(reply, reopenPage(languageOf(request), request.url))
  }
  throw new OAuthError('login_required')
}

function isCrossSite({ headers }: FastifyRequest) {
  return headers['sec-fetch-site'] === 'cross-site'
}

/** A request of an application, which can be sent as a form too (OpenID Connect Core §3.1.2.1). */
function isOpenIdForm({ scope, client_id }: Parameters) {
  return typeof scope === 'string' && scope.split(' ').includes('openid') && typeof client_id === 'string'
}

async function sendAccountPage(
  { db }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, parameters }: AuthorizationRequest,
  { userId }: BrowserSession,
) {
  const { name, surname, email } = await getUser(db, userId)
  const rest = afterSignIn(parameters)
  const page = accountPage({
    language: languageOf(request),
    applicationName: client.name,
    account: { name: `${name} ${surname}`, email },
    continueAddress: authorizeAddress(rest),
    otherAddress: authorizeAddress({ ...rest, prompt: [rest.prompt ?? '', 'login'].join(' ').trim() }),
  })
  return sendPage(reply, page)
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
