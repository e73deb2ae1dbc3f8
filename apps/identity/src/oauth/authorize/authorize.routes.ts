import { readFileSync } from 'node:fs'
import { languageOf } from '@atrium/core/language'
import { preferencesFrom } from '@atrium/core/preferences'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import { sendPage } from '@atrium/http/pages/page'
import { choosePreferences } from '@atrium/http/pages/preferences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { Forbidden } from '#errors.ts'
import type { Route } from '#route.ts'
import { visitorOf } from '#tokens/visitor.ts'
import { asksForConsent } from '../clients/client.queries.ts'
import { consumeFormToken, hasFormCookie } from '../pages/form-token.ts'
import { reopenPage } from '../pages/reopen-page.ts'
import { clearSessionCookies, findBrowserSession, startBrowserSession } from '../session/browser-session.ts'
import { continueUpstream, linkOf, readProof } from '../session/upstream-proof.ts'
import {
  type AuthorizationRequest,
  getRedirectTarget,
  parseAuthorizationRequest,
} from './authorization-request.ts'
import { redirectErrors } from './authorization-response.ts'
import { getSignInScript, openSignInPage, type SignInForm, submitSignInPage } from './authorize.contract.ts'
import { authorizeAddress } from './authorize-address.ts'
import { isSilent } from './interaction.ts'
import { continueSignedIn, continueVisit } from './interactions.ts'
import { sendSignInPage } from './sign-in.interaction.ts'
import { type SignInRetry, sendEmailCode, tryToSignIn } from './sign-in-attempt.ts'
import { archivedPage } from './sign-in-page.ts'

const script = readFileSync(new URL('./sign-in.js', import.meta.url), 'utf8')

/** RFC 6749 §4.1.1, with PKCE (RFC 7636) and the issuer in each response (RFC 9207). */
export function authorizeRoutes(route: Route, deps: Deps) {
  const ownOrigins = [new URL(deps.settings.IDENTITY_URL).origin]

  route(openSignInPage, {}, async ({ request, reply }) => {
    const parameters = request.query as Parameters
    choosePreferences(request, reply, preferencesFrom(parameters, request.server.languages))
    const target = await getRedirectTarget(deps, parameters)
    return redirectErrors(deps, reply, target, async () => {
      const authorization = parseAuthorizationRequest(target, parameters)
      return openVisit(deps, reply, authorization, parameters)
    })
  })

  const rateLimit = { max: 600, timeWindow: '1 minute' }

  route(submitSignInPage, { rateLimit }, async ({ body, request, reply }) => {
    const parameters: Parameters = { ...(request.query as object), ...body }
    if (body.csrf_token === undefined && isOpenIdForm(parameters))
      return reply.redirect(authorizeAddress(parameters), 303)
    checkOriginOfChange(request, ownOrigins)
    const target = await getRedirectTarget(deps, parameters)
    return redirectErrors(deps, reply, target, () =>
      submitForm(deps, reply, parseAuthorizationRequest(target, parameters), body),
    )
  })

  route(getSignInScript, {}, ({ reply }) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  )
}

type Parameters = Record<string, unknown>

async function openVisit(
  deps: Deps,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  parameters: Parameters,
) {
  const { request } = reply
  const found = wantsOtherAccount(authorization, parameters) ? null : await findBrowserSession(deps, request)
  if (found === 'archived' && !isSilent(authorization)) return sendArchivedPage(deps, reply)
  const session = found === 'archived' ? null : found
  if (!session && isWithoutCookies(request, authorization)) {
    return sendPage(reply, reopenPage(languageOf(request), request.url))
  }
  return continueVisit({ deps, reply, authorization, session, parameters, completed: [] })
}

async function submitForm(
  deps: Deps,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  body: SignInForm,
) {
  const { request } = reply
  const upstream = readProof(deps, body.upstream)
  const form = offeredForm(deps, body, upstream)
  const { username, two_factor_token: twoFactorToken, email_code_id: id } = form
  const emailCode = id === undefined ? undefined : { id }
  const showAgain = (retry: SignInRetry) =>
    sendSignInPage(
      { deps, reply, authorization },
      { username, upstream: upstream && body.upstream, link: linkOf(upstream), emailCode, ...retry },
    )
  if (choosePreferences(request, reply, form)) return showAgain({ twoFactorToken })
  if (!(await consumeFormToken(deps, request, form.csrf_token))) {
    return showAgain({
      problem: new Forbidden(hasFormCookie(request) ? 'form_expired' : 'form_cookie_missing'),
    })
  }
  if (form.email_code_step === 'ask') return showAgain(await sendEmailCode(deps, reply, username))
  const outcome = await tryToSignIn(deps, reply, form, authorization.parameters.invitation)
  if (!('userId' in outcome)) return showAgain({ twoFactorToken, ...outcome })
  const session = await startBrowserSession(deps, reply, { proof: outcome, visitor: visitorOf(request) })
  await continueUpstream(deps, upstream, session)
  return continueSignedIn(deps, reply, authorization, session)
}

/** Leaves out codes by email where the page offers none. Linking an account elsewhere takes the password or a passkey. */
function offeredForm(
  { settings }: Deps,
  form: SignInForm,
  upstream: ReturnType<typeof readProof>,
): SignInForm {
  if (settings.EMAIL_CODES === 'on' && !upstream?.isLink) return form
  const { email_code_step: _step, email_code_id: _id, ...others } = form
  return others
}

/** Whether the session of the browser does not matter. The consent page of every client offers to sign in as another user. */
function wantsOtherAccount({ client }: AuthorizationRequest, { prompt }: Parameters) {
  return prompt === 'create' || (prompt === 'login' && asksForConsent(client))
}

/** Whether the browser has left out its cookies because of where it comes from. It never sends them in a frame of another site. */
function isWithoutCookies({ headers }: FastifyRequest, authorization: AuthorizationRequest) {
  const isFramed = isSilent(authorization) && headers['sec-fetch-dest'] === 'iframe'
  return headers['sec-fetch-site'] === 'cross-site' && !isFramed
}

function sendArchivedPage({ settings }: Deps, reply: FastifyReply) {
  const { request } = reply
  clearSessionCookies(reply, settings)
  const page = archivedPage(
    languageOf(request),
    request.server.branding().name,
    request.url,
    settings.SUPPORT_EMAIL,
  )
  return sendPage(reply.code(403), page)
}

/** A request of an application, which can be sent as a form too (OpenID Connect Core §3.1.2.1). */
function isOpenIdForm({ scope, client_id }: Parameters) {
  return typeof scope === 'string' && scope.split(' ').includes('openid') && typeof client_id === 'string'
}
