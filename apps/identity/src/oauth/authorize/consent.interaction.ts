import { textOf } from '@atrium/core/catalogue'
import type { DomainError } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import { inReadingOrder } from '#access-control/scopes.contract.ts'
import { errorCatalogue } from '#errors.ts'
import { getUser } from '#users/user.queries.ts'
import { asksForConsent } from '../clients/client.queries.ts'
import { shownName } from '../clients/foreign-client.ts'
import { findConsentedScopes } from '../consent/consent.queries.ts'
import { afterSignIn } from '../openid/openid-request.ts'
import { scopeOfClaim } from '../openid/user-claims.ts'
import { issueFormToken } from '../pages/form-token.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { authorizeAddress } from './authorize-address.ts'
import { consentPage } from './consent-page.ts'
import { type Interaction, sessionOf, type Visit } from './interaction.ts'

/** The consent page: the user has not allowed all of the request yet, or the application wants to ask again. */
export const consent: Interaction = {
  name: 'consent',
  error: 'consent_required',
  reasons: async visit => {
    const { deps, authorization, completed } = visit
    const { client, openId } = authorization
    if (openId?.prompts.includes('consent') && !completed.includes(consent.name)) return ['prompt']
    if (!asksForConsent(client)) return []
    const allowed = await findConsentedScopes(deps.db, {
      userId: sessionOf(visit).userId,
      clientId: client.id,
    })
    const isAllowed = allowed.length > 0 && askedScopes(authorization).every(scope => allowed.includes(scope))
    return isAllowed ? [] : ['not_allowed_yet']
  },
  show: visit => sendConsentPage(visit),
}

/** A claim that is asked for by name counts as its scope. */
export function askedScopes({ scopes, openId }: AuthorizationRequest) {
  const claims = openId ? [...openId.idTokenClaims, ...openId.userinfoClaims] : []
  return inReadingOrder([...new Set([...scopes, ...claims.flatMap(claim => scopeOfClaim(claim) ?? [])])])
}

export async function sendConsentPage(visit: Visit, problem?: DomainError) {
  const { deps, reply, authorization } = visit
  const { userId } = sessionOf(visit)
  const { request } = reply
  const language = languageOf(request)
  const { client, redirectUri } = authorization
  const { id, name, surname, email } = await getUser(deps.db, userId)
  const parameters = afterSignIn(authorization.parameters)
  if (problem) reply.code(problem.statusCode)
  const page = consentPage({
    language,
    product: request.server.branding().name,
    applicationName: shownName(client),
    claimedName: client.claimedName,
    isForeign: client.source !== 'administrator',
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
