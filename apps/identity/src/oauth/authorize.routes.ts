import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { Forbidden, NotAuthenticated, TooManyRequests } from '@atrium/http/errors'
import { languageOf, sendPage } from '@atrium/http/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { SecondFactorRequired, verifySecondFactor } from '#sign-in/second-factor.ts'
import { verifyCredentials } from '#sign-in/verify-credentials.ts'
import { issueFamily } from '#tokens/issue-tokens.ts'
import { type Visitor, visitorOf } from '#tokens/visitor.ts'
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
  two_factor_token: Type.Optional(Type.String({ maxLength: 200 })),
  two_factor_code: Type.String({ default: '', maxLength: 40 }),
})
type SignInForm = Static<typeof SignInForm>

/** RFC 6749 §4.1.1, with PKCE (RFC 7636) and the issuer in each answer (RFC 9207). */
export function authorizeRoutes(app: App, deps: Deps) {
  const config = { access: open, isPage: true, noCors: true }

  app.get('/auth/authorize', { config, schema: { tags: ['OAuth'] } }, async (request, reply) => {
    const parameters = request.query as Record<string, unknown>
    const address = await findAnswerAddress(deps, parameters)
    return answerErrors(deps, reply, address, async () => {
      const authorization = parseAuthorizationRequest(address, parameters)
      const userId = await signedInUser(deps, request, reply)
      if (userId !== null)
        return sendCode(deps, reply, authorization, { userId, visitor: visitorOf(request) })
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
      const { csrf_token, username, two_factor_token } = request.body
      const parameters = { ...(request.query as object), ...request.body }
      const address = await findAnswerAddress(deps, parameters)
      return answerErrors(deps, reply, address, async () => {
        const authorization = parseAuthorizationRequest(address, parameters)
        const sendAgain = (again: Again) =>
          sendSignInPage(deps, request, reply, authorization, parameters, { username, ...again })
        if (!(await consumeFormToken(deps, request, csrf_token))) return sendAgain({ problem: 'expired' })
        const outcome = await tryToSignIn(deps, reply, request.body, request.ip)
        if (typeof outcome !== 'number') return sendAgain({ twoFactorToken: two_factor_token, ...outcome })
        const signedIn = { userId: outcome, visitor: visitorOf(request) }
        await startBrowserSession(deps, reply, signedIn)
        return sendCode(deps, reply, authorization, signedIn)
      })
    },
  )
}

const statusOfProblem = { wrong: 401, wrongCode: 401, expired: 403, blocked: 429, unverified: 403 }

/** What the page has to say, and whether it asks for the code now. */
interface Again {
  problem?: SignInProblem
  twoFactorToken?: string
}

/** The user, or what the page has to say instead. */
async function tryToSignIn(
  deps: Deps,
  reply: FastifyReply,
  { username, password, two_factor_token: token, two_factor_code: code }: SignInForm,
  address: string,
): Promise<number | Again> {
  try {
    if (token === undefined) {
      return (await verifyCredentials(deps, { username, password, address })) ?? { problem: 'wrong' }
    }
    return (await verifySecondFactor(deps, { token, code, address })) ?? { problem: 'wrongCode' }
  } catch (error) {
    if (error instanceof SecondFactorRequired) return { twoFactorToken: error.twoFactorToken }
    if (error instanceof NotAuthenticated) return { problem: 'expired', twoFactorToken: undefined }
    if (error instanceof Forbidden) return { problem: 'unverified' }
    if (!(error instanceof TooManyRequests)) throw error
    reply.headers(error.headers)
    return { problem: 'blocked' }
  }
}

function sendSignInPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, redirectUri }: AuthorizationRequest,
  parameters: Record<string, unknown>,
  { problem, username, twoFactorToken }: Again & { username?: string } = {},
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
    twoFactorToken,
    problem,
  })
  return sendPage(reply, page)
}

/** The same two cookies as `/auth/login` sets: the next application signs in without a prompt. */
async function startBrowserSession(
  deps: Deps,
  reply: FastifyReply,
  signedIn: { userId: number; visitor: Visitor },
) {
  const client = await getFirstPartyClient(deps)
  const scopes = client.scope.split(' ')
  const { tokens } = await issueFamily(deps, deps.db, { client, scopes, ...signedIn })
  setSessionCookies(reply, deps.settings, tokens)
}
