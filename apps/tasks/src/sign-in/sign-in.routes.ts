import { readFileSync } from 'node:fs'
import { html } from '@atrium/core/html'
import { languageOf } from '@atrium/core/language'
import { parametersOf, preferencesFrom } from '@atrium/core/preferences'
import { sendPage } from '@atrium/http/pages/page'
import { choosePreferences, preferencesOf } from '@atrium/http/pages/preferences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { MalformedRequest, NotAuthenticated } from '#errors.ts'
import type { Route } from '#route.ts'
import { texts } from '#texts.ts'
import { synchroniseAtSignIn } from './session.ts'
import { setSessionCookies, setUserCookie } from './session-cookies.ts'
import type { Login } from './sign-in.contract.ts'
import * as contracts from './sign-in.contract.ts'
import { finishSignIn, returnPathOf, returnPathOfExpired, startSignIn } from './sign-in-state.ts'
import { signOut } from './sign-out.ts'

const SCOPE = 'user:read'
const MAX_LOGINS_PER_MINUTE = 600

const script = readFileSync(new URL('./to-sign-in.js', import.meta.url), 'utf8')

export function signInRoutes(route: Route, deps: Deps) {
  route(contracts.startSignIn, {}, ({ query, request, reply }) => {
    const started = startSignIn(deps, request, reply, ownPath(deps, query.return))
    const address = authorizeAddress(deps, request, started)
    const language = languageOf(request)
    const text = texts(language).signIn.page
    return sendPage(reply, {
      language,
      title: text.title,
      head: html`<meta http-equiv="refresh" content="3;url=${address}">`,
      body: html`<h1>${text.title}</h1><p class="lead">${text.lead}</p><div class="progress" aria-hidden="true"><span></span></div>
<a class="button" href="${address}">${text.go}</a>`,
    })
  })

  route(contracts.openSignIn, {}, ({ query, request, reply }) => {
    choosePreferences(request, reply, preferencesFrom(query, request.server.languages))
    const returnPath = query.resume ? (returnPathOf(deps, query.resume) ?? '') : ownPath(deps, query.return)
    const started = startSignIn(deps, request, reply, returnPath)
    const { login_hint, prompt, invitation, local } = query
    const address = authorizeAddress(deps, request, started, { login_hint, prompt, invitation, local })
    return reply.header('cache-control', 'no-store').redirect(address, 302)
  })

  route(contracts.getSignInScript, {}, ({ reply }) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  )

  route(contracts.finishSignIn, {}, async ({ query, origin, request, reply }) => {
    const { code, state = '', error } = query
    const started = await finishSignIn(deps, request, reply, state)
    if (!started) return startAgain(deps, request, reply, state)
    choosePreferences(request, reply, preferencesFrom(query, request.server.languages))
    if (error) return goToFrontEnd(deps, reply, `?error=${encodeURIComponent(error)}`)
    if (!code) throw new MalformedRequest('authorization_code_missing')
    const tokens = await deps.identity.redeemCode(code, started.codeVerifier)
    const claims = tokens && (await deps.tokenCheck.check(tokens.accessToken))
    if (!claims) throw new NotAuthenticated('sign_in_not_confirmed')
    const user = await synchroniseAtSignIn(deps, claims, origin.language)
    setSessionCookies(reply, deps.settings, tokens)
    setUserCookie(reply, deps.settings, user.id)
    return goToFrontEnd(deps, reply, started.returnPath)
  })

  route(contracts.signOut, {}, ({ request, reply }) => signOut(deps, request, reply))

  route(contracts.getAccountPermissions, {}, async ({ request }) => {
    const permissions = await deps.identity.readPermissions(request.accessToken)
    return { item: { permissions: permissions ?? [] } }
  })

  // For clients without a browser; the identity service checks the password.
  const rateLimit = { max: MAX_LOGINS_PER_MINUTE, timeWindow: '1 minute' }
  route(contracts.login, { rateLimit }, async ({ body, origin }) => {
    const tokens = await deps.identity.signIn(body, origin)
    const claims = tokens && (await deps.tokenCheck.check(tokens.accessToken))
    if (!claims) throw wrongCredentials(body)
    await synchroniseAtSignIn(deps, claims, origin.language)
    const { accessToken, refreshToken, expiresIn } = tokens
    return {
      token: accessToken,
      expires_in: expiresIn,
      ...(refreshToken && { refresh_token: refreshToken }),
    }
  })
}

/** Too late to count. Someone who has signed in at the identity service meanwhile returns without being asked again. */
function startAgain(deps: Deps, request: FastifyRequest, reply: FastifyReply, state: string) {
  const returnPath = returnPathOfExpired(deps, state)
  if (returnPath === undefined) throw new MalformedRequest('unknown_sign_in')
  return reply.redirect(authorizeAddress(deps, request, startSignIn(deps, request, reply, returnPath)), 302)
}

type Started = ReturnType<typeof startSignIn>

function authorizeAddress(
  { settings }: Deps,
  request: FastifyRequest,
  { state, codeChallenge }: Started,
  wishes: Record<string, string | undefined> = {},
) {
  const address = new URL(`${settings.IDENTITY_URL}/auth/authorize`)
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: settings.TASKS_CLIENT_ID,
    redirect_uri: `${settings.TASKS_URL}/auth/callback`,
    scope: SCOPE,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...parametersOf(preferencesOf(request)),
    ...present(wishes),
  }).toString()
  return address.href
}

function present(values: Record<string, string | undefined>) {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(given)
}

/** Where to return to, relative to the front end; its own path can be left out. Other origins are ignored. */
function ownPath(deps: Deps, wanted = '') {
  const frontEnd = frontEndOf(deps)
  const target = wanted && URL.parse(wanted, frontEnd.href)
  if (!target || target.origin !== frontEnd.origin) return ''
  if (`${target.pathname}/` === frontEnd.pathname) target.pathname = frontEnd.pathname
  const path = target.pathname + target.search + target.hash
  return path.startsWith(frontEnd.pathname) ? path.slice(frontEnd.pathname.length) : path.slice(1)
}

function goToFrontEnd(deps: Deps, reply: FastifyReply, path: string) {
  return reply.redirect(path ? frontEndOf(deps).href + path : deps.settings.FRONTEND_URL, 302)
}

/** Always with a slash: without one, `.example.org` as a path would become part of the host name. */
function frontEndOf({ settings }: Deps) {
  return new URL(settings.FRONTEND_URL.replace(/\/?$/, '/'))
}

function wrongCredentials({ twoFactorCode }: Login) {
  return new NotAuthenticated(
    twoFactorCode === undefined ? 'invalid_credentials' : 'invalid_credentials_or_code',
  )
}
