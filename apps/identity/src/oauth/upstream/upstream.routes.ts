import { DomainError } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import { preferencesFrom } from '@atrium/core/preferences'
import { sendPage } from '@atrium/http/pages/page'
import { choosePreferences } from '@atrium/http/pages/preferences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { Forbidden, Gone, NotFound } from '#errors.ts'
import type { Route } from '#route.ts'
import { explainFailure, judgeSignIn, readTestTicket } from '#sign-in/provider-test/test-sign-in.ts'
import { connectUpstream } from '#sign-in/providers/connect-upstream.ts'
import { readLinkTicket } from '#sign-in/providers/identity.commands.ts'
import { callbackUrlOf } from '#sign-in/providers/provider.commands.ts'
import { getProvider, type StoredProvider } from '#sign-in/providers/provider.queries.ts'
import type { UpstreamProfile } from '#sign-in/providers/upstream-provider.ts'
import { randomToken } from '#tokens/secrets.ts'
import { getRedirectTarget, parseAuthorizationRequest } from '../authorize/authorization-request.ts'
import { redirectErrors } from '../authorize/authorization-response.ts'
import { sendSignInPage } from '../authorize/sign-in.interaction.ts'
import { ownSignInAddress } from '../clients/first-party-client.ts'
import { reopenPage } from '../pages/reopen-page.ts'
import { findBrowserSession } from '../session/browser-session.ts'
import { consumeUpstreamSignIn, insertUpstreamSignIn } from '../session/upstream-sign-in.queries.ts'
import { arrive } from './arrive.ts'
import { providerPage, testedSignInPage } from './tested-sign-in-page.ts'
import {
  finishUpstreamSignIn,
  postUpstreamAnswer,
  receiveUpstreamLogout,
  returnSignedOut,
  startUpstreamSignIn,
} from './upstream.contract.ts'
import { endSessionsFrom, readSignOutState } from './upstream-logout.ts'

const LIFETIME_MS = 600_000
const COOKIE = 'upstream'
const PURPOSE = 'upstream sign-in'

type Parameters = Record<string, unknown>

/** Sign-in at another provider: the browser goes there with a state and comes back with an answer. */
export function upstreamRoutes(route: Route, deps: Deps) {
  const { db, settings, secrets } = deps
  const rateLimit = { max: 600, timeWindow: '1 minute' }

  route(startUpstreamSignIn, {}, async ({ params, request, reply }) => {
    const query = request.query as Parameters
    const isTest = typeof query.test === 'string'
    const provider = await getUpstream(params.slug, { isTest })
    choosePreferences(request, reply, preferencesFrom(query, request.server.languages))
    const ticket = typeof query.test === 'string' ? query.test : query.link
    const userId = typeof ticket === 'string' ? await ticketUser(request, provider, { ticket, isTest }) : null
    const ownPage = isTest ? providerPage(provider) : '/account/security'
    const parameters = userId === null ? query : parametersOf(ownSignInAddress(settings, ownPage))
    const target = await getRedirectTarget(deps, parameters)
    return redirectErrors(deps, reply, target, async () => {
      const authorization = parseAuthorizationRequest(target, parameters)
      const { openId } = authorization
      const { login_hint: hint } = query
      const [state, nonce, codeVerifier] = [randomToken(), randomToken(), randomToken()]
      try {
        const url = await connectUpstream(deps, provider)?.begin({
          redirectUri: callbackUrlOf(settings.IDENTITY_URL, provider.slug),
          ...{ state, nonce, codeVerifier },
          loginHint: typeof hint === 'string' ? hint.slice(0, 254) : undefined,
          isFresh: openId?.prompts.includes('login') === true,
          maxAge: openId?.maxAge ?? null,
        })
        if (!url || !/^https?:$/.test(url.protocol))
          throw new Forbidden('upstream_answer_invalid', { name: provider.name })
        await insertUpstreamSignIn(db, {
          state: secrets.digest(state),
          providerId: provider.id,
          browser: secrets.digest(bindBrowser(request, reply)),
          secret: secrets.seal(PURPOSE, Buffer.from(`${nonce} ${codeVerifier}`)),
          parameters: authorization.parameters,
          userId,
          isTest,
          expiresAt: new Date(deps.now().getTime() + LIFETIME_MS).toISOString(),
        })
        return reply.header('cache-control', 'no-store').redirect(url.href, 302)
      } catch (error) {
        return showProblem(reply, error, { authorization, provider, isTest })
      }
    })
  })

  route(postUpstreamAnswer, {}, async ({ params, request, reply }) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries((request.body ?? {}) as Parameters))
      query.set(name, String(value))
    return reply.redirect(`/auth/upstream/${encodeURIComponent(params.slug)}/callback?${query}`, 303)
  })

  route(finishUpstreamSignIn, {}, async ({ params, request, reply }) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      return sendPage(reply, reopenPage(languageOf(request), request.url))
    }
    const provider = await getUpstream(params.slug, { isTest: true })
    const { state } = request.query as Parameters
    const browser = request.cookies[COOKIE]
    const begun =
      typeof state === 'string' && browser
        ? await consumeUpstreamSignIn(db, {
            state: secrets.digest(state),
            browser: secrets.digest(browser),
            providerId: provider.id,
            now: deps.now().toISOString(),
          })
        : undefined
    if (!begun?.isTest) refuseDisabled(provider)
    if (!begun) throw new Forbidden('upstream_sign_in_expired')
    const [nonce = '', codeVerifier = ''] = secrets.unseal(PURPOSE, begun.secret).toString().split(' ')
    const target = await getRedirectTarget(deps, begun.parameters)
    return redirectErrors(deps, reply, target, async () => {
      const authorization = parseAuthorizationRequest(target, begun.parameters)
      const url = new URL(callbackUrlOf(settings.IDENTITY_URL, provider.slug))
      url.search = request.url.split('?')[1] ?? ''
      try {
        const profile = await connectUpstream(deps, provider)?.finish({
          ...{ url, state: String(state), nonce, codeVerifier },
          maxAge: authorization.openId?.maxAge ?? null,
        })
        if (!profile) throw new Forbidden('upstream_answer_invalid', { name: provider.name })
        if (begun.isTest) return await showTested(reply, provider, profile)
        return await arrive(deps, reply, { authorization, provider, profile, begun })
      } catch (error) {
        return showProblem(reply, error, { authorization, provider, isTest: begun.isTest })
      }
    })
  })

  route(receiveUpstreamLogout, { rateLimit }, async ({ params, body, reply }) => {
    const provider = await getUpstream(params.slug)
    if (provider.kind !== 'oidc') throw new NotFound('sign_in_provider_not_found')
    // Back-Channel Logout 1.0 §2.8 answers 400 to a request without a token, too.
    await endSessionsFrom(deps, provider, body.logout_token ?? '')
    reply.header('cache-control', 'no-store')
    return { message: 'Sessions ended' }
  })

  route(returnSignedOut, {}, ({ request, reply }) => {
    const parameters = readSignOutState(deps, (request.query as Parameters).state)
    return reply.redirect(`/auth/end-session?${new URLSearchParams(parameters)}`, 302)
  })

  /** A provider can be tried out before it is enabled. */
  async function getUpstream(slug: string, { isTest = false } = {}): Promise<StoredProvider> {
    const provider = await getProvider(db, slug)
    if (provider.kind === 'ldap') throw new NotFound('sign_in_provider_not_found')
    if (!isTest) refuseDisabled(provider)
    return provider
  }

  function refuseDisabled({ isEnabled }: StoredProvider) {
    if (!isEnabled) throw new NotFound('sign_in_provider_not_found')
  }

  /** The signed-in user who has confirmed that they want to link an account, or who tries the provider out. */
  async function ticketUser(
    request: FastifyRequest,
    { slug }: StoredProvider,
    { ticket, isTest }: { ticket: string; isTest: boolean },
  ) {
    const session = await findBrowserSession(deps, request)
    const userId = isTest ? readTestTicket(deps, slug, ticket) : readLinkTicket(deps, slug, ticket)
    if (!session || session === 'archived' || session.userId !== userId) throw new Gone('link_expired')
    return userId
  }

  /** One cookie for all tabs. It is sent with the navigation from the provider, which a strict one is not. */
  function bindBrowser(request: FastifyRequest, reply: FastifyReply) {
    const browser = request.cookies[COOKIE] ?? randomToken()
    reply.setCookie(COOKIE, browser, {
      httpOnly: true,
      secure: settings.COOKIE_SECURE,
      sameSite: 'lax',
      path: '/auth/upstream',
    })
    return browser
  }

  async function showTested(reply: FastifyReply, provider: StoredProvider, profile: UpstreamProfile) {
    const language = languageOf(reply.request)
    const outcome = await judgeSignIn(deps, provider, profile, language)
    return sendPage(reply, testedSignInPage({ language, provider, outcome, received: profile.received }))
  }

  function showProblem(
    reply: FastifyReply,
    error: unknown,
    {
      authorization,
      provider,
      isTest,
    }: { authorization: Authorization; provider: StoredProvider; isTest: boolean },
  ) {
    if (!(error instanceof DomainError) || error.code === 'validation_failed') throw error
    if (isTest) {
      const language = languageOf(reply.request)
      const outcome = explainFailure(error, language)
      return sendPage(reply, testedSignInPage({ language, provider, outcome }))
    }
    if (error.cause) deps.log.warn({ err: error.cause }, 'a sign-in at a provider failed')
    reply.headers(error.headers)
    return sendSignInPage({ deps, reply, authorization }, { problem: error })
  }
}

type Authorization = ReturnType<typeof parseAuthorizationRequest>

function parametersOf(address: string): Parameters {
  return Object.fromEntries(new URL(address, 'http://localhost').searchParams)
}
