import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { Forbidden, TooManyRequests } from '@atrium/http/errors'
import { languageOf, sendPage } from '@atrium/http/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { type Credentials, verifyCredentials } from '#sign-in/verify-credentials.ts'
import { issueFamily } from '#tokens/issue-tokens.ts'
import { answerErrors, sendCode } from './authorization-answer.ts'
import {
  type AuthorizationRequest,
  findAnswerAddress,
  parseAuthorizationRequest,
  requestParameters,
} from './authorization-request.ts'
import { signedInUser } from './browser-session.ts'
import { getFirstPartyClient } from './first-party-client.ts'
import { consumeFormToken, issueFormToken } from './form-token.ts'
import { setSessionCookies } from './session-cookies.ts'
import { onceMorePage, type SignInProblem, signInPage } from './sign-in-page.ts'

const SignInForm = Type.Object({
  csrf_token: Type.Optional(Type.String()),
  username: Type.String({ default: '', maxLength: 254 }),
  password: Type.String({ default: '', maxLength: 1024 }),
})

/** RFC 6749 §4.1.1, with PKCE (RFC 7636) and the issuer in each answer (RFC 9207). */
export function authorizeRoutes(app: App, deps: Deps) {
  const config = { access: open, isPage: true, noCors: true }

  app.get('/auth/authorize', { config, schema: { tags: ['OAuth'] } }, async (request, reply) => {
    const parameters = request.query as Record<string, unknown>
    const address = await findAnswerAddress(deps, parameters)
    return answerErrors(deps, reply, address, async () => {
      const authorization = parseAuthorizationRequest(address, parameters)
      const userId = await signedInUser(deps, request, reply)
      if (userId !== null) return sendCode(deps, reply, authorization, userId)
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        return sendPage(reply, onceMorePage(languageOf(request), request.url))
      }
      return sendSignInPage(deps, request, reply, authorization, parameters)
    })
  })

  app.post(
    '/auth/authorize',
    {
      config: { ...config, rateLimit: { max: 600, timeWindow: '1 minute' } },
      schema: { tags: ['OAuth'], body: SignInForm },
    },
    async (request, reply) => {
      const { csrf_token, username, password } = request.body
      const parameters = { ...(request.query as object), ...request.body }
      const address = await findAnswerAddress(deps, parameters)
      return answerErrors(deps, reply, address, async () => {
        const authorization = parseAuthorizationRequest(address, parameters)
        const sendAgain = (problem: SignInProblem) =>
          sendSignInPage(deps, request, reply, authorization, parameters, { problem, username })
        if (!(await consumeFormToken(deps, request, csrf_token))) return sendAgain('expired')
        const outcome = await tryToSignIn(deps, reply, { username, password, address: request.ip })
        if (typeof outcome === 'string') return sendAgain(outcome)
        const userId = outcome
        await startBrowserSession(deps, reply, userId)
        return sendCode(deps, reply, authorization, userId)
      })
    },
  )
}

const statusOfProblem = { wrong: 401, expired: 403, blocked: 429, unverified: 403 }

/** The user, or what the page has to say instead. */
async function tryToSignIn(
  deps: Deps,
  reply: FastifyReply,
  credentials: Credentials,
): Promise<number | SignInProblem> {
  try {
    return (await verifyCredentials(deps, credentials)) ?? 'wrong'
  } catch (error) {
    if (error instanceof Forbidden) return 'unverified'
    if (!(error instanceof TooManyRequests)) throw error
    reply.headers(error.headers)
    return 'blocked'
  }
}

function sendSignInPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, redirectUri }: AuthorizationRequest,
  parameters: Record<string, unknown>,
  { problem, username }: { problem?: SignInProblem; username?: string } = {},
) {
  if (problem) reply.code(statusOfProblem[problem])
  const hidden = requestParameters.flatMap(name =>
    parameters[name] ? [[name, String(parameters[name])]] : [],
  )
  const page = signInPage({
    language: languageOf(request),
    applicationName: client.name,
    redirectUri,
    formToken: issueFormToken(deps, request, reply),
    hidden: Object.fromEntries(hidden),
    username,
    problem,
  })
  return sendPage(reply, page)
}

/** The same two cookies as `/auth/login` sets: the next application signs in without a prompt. */
async function startBrowserSession(deps: Deps, reply: FastifyReply, userId: number) {
  const client = await getFirstPartyClient(deps)
  const scopes = client.scope.split(' ')
  const { tokens } = await issueFamily(deps, deps.db, { client, userId, scopes })
  setSessionCookies(reply, deps.settings, tokens)
}
