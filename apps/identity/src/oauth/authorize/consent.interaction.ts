import { textOf } from '@atrium/core/catalogue'
import type { DomainError } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import type { FastifyReply } from 'fastify'
import { inReadingOrder } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import { errorCatalogue } from '#errors.ts'
import { getUser } from '#users/user.queries.ts'
import { asksForConsent } from '../clients/client.queries.ts'
import { findConsentedScopes } from '../consent/consent.queries.ts'
import { afterSignIn } from '../openid/openid-request.ts'
import { scopeOfClaim } from '../openid/user-claims.ts'
import { issueFormToken } from '../pages/form-token.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { consentPage } from './consent-page.ts'
import { authorizeAddress } from './single-sign-on.ts'

/** Whether the user has to be asked: they have not allowed all of it yet, or the application wants to ask again. */
export async function mustAsk(deps: Deps, authorization: AuthorizationRequest, userId: number) {
  const { client, openId } = authorization
  if (openId?.prompts.includes('consent')) return true
  if (!asksForConsent(client)) return false
  const allowed = await findConsentedScopes(deps.db, { userId, clientId: client.id })
  return allowed.length === 0 || askedScopes(authorization).some(scope => !allowed.includes(scope))
}

/** A claim that is asked for by name counts as its scope. */
export function askedScopes({ scopes, openId }: AuthorizationRequest) {
  const claims = openId ? [...openId.idTokenClaims, ...openId.userinfoClaims] : []
  return inReadingOrder([...new Set([...scopes, ...claims.flatMap(claim => scopeOfClaim(claim) ?? [])])])
}

export async function sendConsentPage(
  deps: Deps,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  userId: number,
  problem?: DomainError,
) {
  const { request } = reply
  const language = languageOf(request)
  const { client, redirectUri } = authorization
  const { id, name, surname, email } = await getUser(deps.db, userId)
  const parameters = afterSignIn(authorization.parameters)
  if (problem) reply.code(problem.statusCode)
  const page = consentPage({
    language,
    applicationName: client.name,
    redirectUri,
    formToken: issueFormToken(deps, request, reply),
    hidden: parameters,
    account: { id, name: `${name} ${surname}`, email },
    otherAddress: authorizeAddress({ ...parameters, prompt: withLogin(parameters.prompt) }),
    scopes: askedScopes(authorization),
    allowed: await findConsentedScopes(deps.db, { userId, clientId: client.id }),
    problem: problem && textOf(errorCatalogue, language, problem.code, problem.params),
  })
  return sendPage(reply, page)
}

function withLogin(prompt: string | undefined) {
  return [prompt, 'login'].filter(Boolean).join(' ')
}
