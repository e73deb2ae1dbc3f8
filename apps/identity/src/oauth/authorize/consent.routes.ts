import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import { choosePreferences } from '@atrium/http/pages/preferences'
import type { Deps } from '#deps.ts'
import { Forbidden } from '#errors.ts'
import type { Route } from '#route.ts'
import { addConsent } from '../consent/consent.queries.ts'
import { OAuthError } from '../oauth-error.ts'
import { consumeFormToken } from '../pages/form-token.ts'
import { findBrowserSession } from '../session/browser-session.ts'
import {
  type AuthorizationRequest,
  getRedirectTarget,
  parseAuthorizationRequest,
} from './authorization-request.ts'
import { redirectErrors } from './authorization-response.ts'
import { authorizeAddress } from './authorize-address.ts'
import { type ConsentForm, submitConsentPage } from './consent.contract.ts'
import { askedScopes, consent, sendConsentPage } from './consent.interaction.ts'
import { sessionOf, type Visit } from './interaction.ts'
import { continueVisit } from './interactions.ts'
import { signIn } from './sign-in.interaction.ts'

export function consentRoutes(route: Route, deps: Deps) {
  const ownOrigins = [new URL(deps.settings.IDENTITY_URL).origin]
  const rateLimit = { max: 600, timeWindow: '1 minute' }

  route(submitConsentPage, { rateLimit }, async ({ body, request, reply }) => {
    checkOriginOfChange(request, ownOrigins)
    const target = await getRedirectTarget(deps, { ...body })
    return redirectErrors(deps, reply, target, async () => {
      const authorization = parseAuthorizationRequest(target, { ...body })
      const found = await findBrowserSession(deps, request)
      const session = found === 'archived' ? null : found
      const visit: Visit = { deps, reply, authorization, session, parameters: {}, completed: [] }
      if ((await signIn.reasons(visit)).length > 0) {
        return reply.redirect(authorizeAddress(authorization.parameters), 303)
      }
      return decide(visit, body)
    })
  })
}

async function decide(visit: Visit, body: ConsentForm) {
  const { deps, reply, authorization } = visit
  const { request } = reply
  const { userId } = sessionOf(visit)
  if (choosePreferences(request, reply, body) || body.account !== String(userId)) {
    return sendConsentPage(visit)
  }
  if (!(await consumeFormToken(deps, request, body.csrf_token))) {
    return sendConsentPage(visit, new Forbidden('form_expired'))
  }
  if (body.decision !== 'allow') throw new OAuthError('access_denied')
  await allow(deps, authorization, userId, request.ip)
  return continueVisit({ ...visit, completed: [consent.name] })
}

function allow(deps: Deps, authorization: AuthorizationRequest, userId: number, address: string) {
  const { client } = authorization
  const scopes = askedScopes(authorization)
  const at = deps.now().toISOString()
  return inTransaction(deps, async tx => {
    await addConsent(tx, { userId, clientId: client.id }, scopes, at)
    await insertAuditEntry(tx, {
      at,
      action: 'application.allowed',
      actorId: userId,
      clientId: client.clientId,
      subjectType: 'client',
      subjectId: client.id,
      address,
      details: { scope: scopes.join(' ') },
    })
  })
}
