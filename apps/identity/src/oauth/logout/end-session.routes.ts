import { textOf } from '@atrium/core/catalogue'
import type { DomainError } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import { preferencesFrom } from '@atrium/core/preferences'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import { sendPage } from '@atrium/http/pages/page'
import { choosePreferences } from '@atrium/http/pages/preferences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { errorCatalogue, Forbidden, MalformedRequest } from '#errors.ts'
import type { Route } from '#route.ts'
import { applicationAddress } from '#settings.ts'
import { findIssuedToken, revokeIssuedToken } from '#tokens/user-session.commands.ts'
import { getAuthentication } from '#tokens/user-session.queries.ts'
import { type Client, findClient } from '../clients/client.queries.ts'
import { readIdToken, sidOf } from '../openid/id-token.ts'
import { consumeFormToken, issueFormToken } from '../pages/form-token.ts'
import { reopenPage } from '../pages/reopen-page.ts'
import { clearSessionCookies, findBrowserSession } from '../session/browser-session.ts'
import { offerForm } from '../session/default-provider.ts'
import { findSignOutAddress } from '../upstream/upstream-logout.ts'
import { openEndSession, submitEndSession } from './end-session.contract.ts'
import { signedOutPage, signOutPage } from './end-session-page.ts'

type Parameters = Partial<
  Record<'id_token_hint' | 'client_id' | 'post_logout_redirect_uri' | 'state', string>
>

interface SignOutRequest {
  client: Client | undefined
  /** The session that the ID token belongs to. */
  sid: string | undefined
  target: string | undefined
  state: string | undefined
  /** To repeat the request in a form. */
  parameters: Record<string, string>
}

/** OpenID Connect RP-Initiated Logout 1.0. */
export function endSessionRoutes(route: Route, deps: Deps) {
  const ownOrigins = [new URL(deps.settings.IDENTITY_URL).origin]

  route(openEndSession, {}, async ({ query, request, reply }) => {
    choosePreferences(request, reply, preferencesFrom(query, request.server.languages))
    const wanted = await parseRequest(deps, query)
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      return sendPage(reply, reopenPage(languageOf(request), request.url))
    }
    const session = await findBrowserSession(deps, request)
    if (!session || session === 'archived') return finish(deps, request, reply, wanted)
    const { sessionId } = await getAuthentication(deps.db, session.familyId)
    if (sessionId === null || !isSessionOf(deps, wanted, sessionId))
      return sendSignOutPage(deps, request, reply, wanted)
    return signOut(deps, request, reply, wanted)
  })

  const rateLimit = { max: 600, timeWindow: '1 minute' }

  route(submitEndSession, { rateLimit }, async ({ body, request, reply }) => {
    const { csrf_token, language, theme, ...parameters } = body
    if (csrf_token === undefined) {
      const declared = Object.entries(parameters).filter(([name]) => name in openEndSession.query.properties)
      return reply.redirect(`${openEndSession.path}?${new URLSearchParams(declared)}`, 303)
    }
    checkOriginOfChange(request, ownOrigins)
    const wanted = await parseRequest(deps, parameters)
    const isSwitch = choosePreferences(request, reply, {
      ...(language && { language }),
      ...(theme && { theme }),
    })
    if (isSwitch) return sendSignOutPage(deps, request, reply, wanted)
    if (!(await consumeFormToken(deps, request, csrf_token))) {
      return sendSignOutPage(deps, request, reply, wanted, new Forbidden('form_expired'))
    }
    return signOut(deps, request, reply, wanted)
  })
}

function isSessionOf(deps: Deps, { client, sid }: SignOutRequest, sessionId: number) {
  return client !== undefined && sid === sidOf(deps, sessionId, client)
}

/** An address that is not registered gets an error page, and an `id_token_hint` that Atrium did not issue is ignored. */
async function parseRequest(deps: Deps, parameters: Parameters): Promise<SignOutRequest> {
  const { id_token_hint, client_id, post_logout_redirect_uri: target, state } = parameters
  const hint = id_token_hint ? await readIdToken(deps, id_token_hint) : undefined
  if (hint && client_id !== undefined && client_id !== hint.aud) {
    throw new MalformedRequest('logout_client_differs')
  }
  const clientId = client_id ?? hint?.aud
  const found = clientId === undefined ? undefined : await findClient(deps, clientId)
  const client = found?.isActive ? found : undefined
  if (target !== undefined && !client?.postLogoutRedirectUris.includes(target)) {
    throw new MalformedRequest('post_logout_redirect_uri_not_registered')
  }
  const named = { id_token_hint, client_id, post_logout_redirect_uri: target, state }
  const given = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { client, sid: hint?.sid, target, state, parameters: Object.fromEntries(given) }
}

async function signOut(deps: Deps, request: FastifyRequest, reply: FastifyReply, wanted: SignOutRequest) {
  const { access_token, refresh_token } = request.cookies
  let elsewhere: string | undefined
  for (const token of [access_token, refresh_token]) {
    const issued = token ? await findIssuedToken(deps, token) : undefined
    if (issued?.familyId) elsewhere ??= await findSignOutAddress(deps, issued.familyId, wanted.parameters)
    if (issued) await revokeIssuedToken(deps, issued)
  }
  clearSessionCookies(reply, deps.settings)
  await offerForm(deps, reply)
  if (elsewhere) return reply.header('cache-control', 'no-store').redirect(elsewhere, 302)
  return finish(deps, request, reply, wanted)
}

function finish({ settings }: Deps, request: FastifyRequest, reply: FastifyReply, wanted: SignOutRequest) {
  const { target, state } = wanted
  if (target === undefined) {
    return sendPage(reply, signedOutPage(languageOf(request), applicationAddress(settings)))
  }
  const address = new URL(target)
  if (state !== undefined) address.searchParams.append('state', state)
  return reply.header('cache-control', 'no-store').redirect(address.href, 302)
}

function sendSignOutPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, target, parameters }: SignOutRequest,
  problem?: DomainError,
) {
  const language = languageOf(request)
  if (problem) reply.code(problem.statusCode)
  const page = signOutPage({
    language,
    product: request.server.branding().name,
    applicationName: client?.name,
    target,
    formToken: issueFormToken(deps, request, reply),
    hidden: parameters,
    home: applicationAddress(deps.settings),
    problem: problem && textOf(errorCatalogue, language, problem.code, problem.params),
  })
  return sendPage(reply, page)
}
