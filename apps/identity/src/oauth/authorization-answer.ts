import type { FastifyReply } from 'fastify'
import { mustSetUpTwoFactor } from '#access-control/second-factor.queries.ts'
import type { Deps } from '#deps.ts'
import { twoFactorRoles } from '#settings.ts'
import { randomToken } from '#tokens/secrets.ts'
import type { Visitor } from '#tokens/visitor.ts'
import { insertAuthorizationCode } from './authorization-code.queries.ts'
import type { AnswerAddress, AuthorizationRequest } from './authorization-request.ts'
import { OAuthError } from './oauth-error.ts'

interface SignedIn {
  userId: number
  visitor: Visitor
}

/**
 * Back to the application, or first to where the second factor is set up that the user's role needs. That page asks
 * here once more: it carries the request, never an address to go to.
 */
export async function sendOn(
  deps: Deps,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  signedIn: SignedIn,
) {
  if (await mustSetUpTwoFactor(deps.db, twoFactorRoles(deps.settings), signedIn.userId)) {
    const wanted = new URLSearchParams({ wanted: String(new URLSearchParams(authorization.asked)) })
    return reply.header('cache-control', 'no-store').redirect(`/account/security?${wanted}`, 302)
  }
  return sendCode(deps, reply, authorization, signedIn)
}

/** RFC 6749 §4.1.2: the code, for this user and everything that the request asked for. */
async function sendCode(
  deps: Deps,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  { userId, visitor }: SignedIn,
) {
  const { client, redirectUri, scopes, codeChallenge } = authorization
  const code = randomToken()
  await insertAuthorizationCode(deps.db, {
    code: deps.secrets.digest(code),
    clientId: client.id,
    userId,
    redirectUri,
    scope: scopes.join(' '),
    codeChallenge,
    address: visitor.address,
    userAgent: visitor.userAgent,
    expiresAt: new Date(deps.now().getTime() + deps.settings.OAUTH2_AUTH_CODE_TTL * 1000).toISOString(),
  })
  return redirectWith(deps, reply, authorization, { code })
}

/** What is wrong with the request is told to the application (RFC 6749 §4.1.2.1). */
export async function answerErrors(
  deps: Deps,
  reply: FastifyReply,
  address: AnswerAddress,
  work: () => Promise<FastifyReply>,
) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return redirectWith(deps, reply, address, { error: error.code, error_description: error.message })
  }
}

/** Each answer names its issuer (RFC 9207). */
function redirectWith(
  deps: Deps,
  reply: FastifyReply,
  { redirectUri, state }: AnswerAddress,
  answer: Record<string, string>,
) {
  const target = new URL(redirectUri)
  const parameters = { ...answer, ...(state !== undefined && { state }), iss: deps.settings.IDENTITY_URL }
  for (const [name, value] of Object.entries(parameters)) target.searchParams.append(name, value)
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(target.href, 302)
}
