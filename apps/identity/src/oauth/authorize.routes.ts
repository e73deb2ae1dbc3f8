import { textOf } from '@atrium/core/catalogue'
import { languageOf } from '@atrium/core/language'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { sendPage } from '@atrium/http/page'
import { checkOriginOfChange } from '@atrium/http/protection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { errorCatalogue, Forbidden } from '#errors.ts'
import type { Proven } from '#tokens/issue-tokens.ts'
import { signInUser } from '#tokens/issue-tokens.ts'
import { type Visitor, visitorOf } from '#tokens/visitor.ts'
import { answerErrors, sendOn } from './authorization-answer.ts'
import {
  type AuthorizationRequest,
  findAnswerAddress,
  parseAuthorizationRequest,
} from './authorization-request.ts'
import { type BrowserSession, findBrowserSession } from './browser-session.ts'
import { getFirstPartyClient } from './first-party-client.ts'
import { consumeFormToken, issueFormToken } from './form-token.ts'
import { sessionCookiesSet, setSessionCookies } from './session-cookies.ts'
import { type Again, SignInForm, tryToSignIn } from './sign-in-attempt.ts'
import { onceMorePage, signInPage } from './sign-in-page.ts'

const Parameters = Type.Object({
  response_type: Type.Literal('code'),
  client_id: Type.String(),
  redirect_uri: Type.String({ description: 'One of the registered redirect URIs, character for character' }),
  state: Type.String({
    description: 'Returned unchanged, so that the application recognizes its own request',
  }),
  scope: Type.Optional(
    Type.String({ description: 'Separated by spaces; without it, every scope of the client' }),
  ),
  code_challenge: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'PKCE (RFC 7636); required for clients that require it',
    }),
  ),
  code_challenge_method: Type.Optional(Type.Literal('S256')),
})
const openapi = {
  statuses: { 302: 'To the application with `code` or `error`, or to the setup of a required second factor' },
  setCookie: `With the page: \`csrf\`, which binds its form to the browser. After a sign-in: ${sessionCookiesSet}`,
}

/** RFC 6749 §4.1.1, with PKCE (RFC 7636) and the issuer in each answer (RFC 9207). */
export function authorizeRoutes(app: App, deps: Deps) {
  const config = { access: open, isPage: true, noCors: true }
  const ownOrigins = [new URL(deps.settings.IDENTITY_URL).origin]
  const ask = {
    config: { ...config, refuses: [400], openapi: { ...openapi, querystring: Parameters } },
    schema: {
      tags: ['OAuth'],
      summary: 'Open the sign-in page',
      description:
        'The OAuth 2.0 authorization endpoint (RFC 6749 §4.1, with PKCE). Shows the sign-in page; a user who is already signed in is redirected to the application at once, unless the request asks for more scopes than the session has or the client was created over HTTP. An error of the request is returned to the application, except that an unknown client or redirect URI shows an error page (400).',
    },
  }

  app.get('/auth/authorize', ask, async (request, reply) => {
    const parameters = request.query as Record<string, unknown>
    const address = await findAnswerAddress(deps, parameters)
    return answerErrors(deps, reply, address, async () => {
      const authorization = parseAuthorizationRequest(address, parameters)
      const session = await findBrowserSession(deps, request)
      if (session && mayPass(session, authorization)) {
        return sendOn(deps, reply, authorization, { userId: session.userId, visitor: visitorOf(request) })
      }
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        return sendPage(reply, onceMorePage(languageOf(request), request.url))
      }
      return sendSignInPage(deps, request, reply, authorization, { isSignedIn: session !== null })
    })
  })

  app.post(
    '/auth/authorize',
    {
      config: {
        ...config,
        rateLimit: { max: 600, timeWindow: '1 minute' },
        refuses: [401, 403],
        openapi: { ...openapi, body: Type.Object({ ...Parameters.properties, ...SignInForm.properties }) },
      },
      schema: {
        tags: ['OAuth'],
        summary: 'Submit the sign-in page',
        description:
          'The form of `GET /auth/authorize`, which repeats its parameters. Signs in with password, code or passkey and redirects to the application with an authorization code. If that fails, the page is shown again with the reason.',
        body: SignInForm,
      },
    },
    async (request, reply) => {
      checkOriginOfChange(request, ownOrigins)
      const { csrf_token, username, two_factor_token } = request.body
      const parameters = { ...(request.query as object), ...request.body }
      const address = await findAnswerAddress(deps, parameters)
      return answerErrors(deps, reply, address, async () => {
        const authorization = parseAuthorizationRequest(address, parameters)
        const sendAgain = (again: Again) =>
          sendSignInPage(deps, request, reply, authorization, { username, ...again })
        if (!(await consumeFormToken(deps, request, csrf_token))) {
          return sendAgain({ problem: new Forbidden('form_expired') })
        }
        const outcome = await tryToSignIn(deps, reply, request.body, request.ip)
        if (!('userId' in outcome)) return sendAgain({ twoFactorToken: two_factor_token, ...outcome })
        const signedIn = { ...outcome, visitor: visitorOf(request) }
        await startBrowserSession(deps, reply, signedIn)
        return sendOn(deps, reply, authorization, signedIn)
      })
    },
  )
}

/** Without a question: to an application that the installation vouches for, and with no more than the session has. */
function mayPass(session: BrowserSession, { client, scopes }: AuthorizationRequest) {
  if (client.needsConsent && !client.isTrusted) return false
  return scopes.every(scope => session.scopes.includes(scope))
}

function sendSignInPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, redirectUri, asked }: AuthorizationRequest,
  { problem, username, twoFactorToken, isSignedIn }: Again & { username?: string; isSignedIn?: boolean } = {},
) {
  const language = languageOf(request)
  if (problem) reply.code(problem.statusCode)
  const page = signInPage({
    language,
    applicationName: client.name,
    redirectUri,
    formToken: issueFormToken(deps, request, reply),
    hidden: asked,
    username,
    twoFactorToken,
    ...(problem && { problem: textOf(errorCatalogue, language, problem.code, problem.params) }),
    isSignedIn,
  })
  return sendPage(reply, page)
}

/** The same two cookies as `/auth/login` sets: the next application signs in without a prompt. */
async function startBrowserSession(deps: Deps, reply: FastifyReply, signedIn: Proven & { visitor: Visitor }) {
  const client = await getFirstPartyClient(deps)
  const scopes = client.scope.split(' ')
  setSessionCookies(reply, deps.settings, await signInUser(deps, { client, scopes, ...signedIn }))
}
