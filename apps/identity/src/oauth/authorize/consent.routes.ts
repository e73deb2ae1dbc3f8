import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import { choosePreferences } from '@atrium/http/pages/preferences'
import type { Deps } from '#deps.ts'
import { Forbidden } from '#errors.ts'
import type { Route } from '#route.ts'
import { visitorOf } from '#tokens/visitor.ts'
import { addConsent } from '../consent/consent.queries.ts'
import { OAuthError } from '../oauth-error.ts'
import { consumeFormToken } from '../pages/form-token.ts'
import { findBrowserSession } from '../session/browser-session.ts'
import {
  type AuthorizationRequest,
  getRedirectTarget,
  parseAuthorizationRequest,
} from './authorization-request.ts'
import { redirectErrors, sendToApplication } from './authorization-response.ts'
import { submitConsentPage } from './consent.contract.ts'
import { askedScopes, sendConsentPage } from './consent.ts'
import { authorizeAddress, canSkipSignIn } from './single-sign-on.ts'

export function consentRoutes(route: Route, deps: Deps) {
  const ownOrigins = [new URL(deps.settings.IDENTITY_URL).origin]
  const rateLimit = { max: 600, timeWindow: '1 minute' }

  route(submitConsentPage, { rateLimit }, async ({ body, request, reply }) => {
    checkOriginOfChange(request, ownOrigins)
    const target = await getRedirectTarget(deps, { ...body })
    return redirectErrors(deps, reply, target, async () => {
      const authorization = parseAuthorizationRequest(target, { ...body })
      const session = await findBrowserSession(deps, request)
      if (!session || session === 'archived' || !(await canSkipSignIn(deps, session, authorization))) {
        return reply.redirect(authorizeAddress(authorization.parameters), 303)
      }
      const { userId } = session
      if (choosePreferences(request, reply, body) || body.account !== String(userId)) {
        return sendConsentPage(deps, reply, authorization, userId)
      }
      if (!(await consumeFormToken(deps, request, body.csrf_token))) {
        return sendConsentPage(deps, reply, authorization, userId, new Forbidden('form_expired'))
      }
      if (body.decision !== 'allow') throw new OAuthError('access_denied')
      await allow(deps, authorization, userId, request.ip)
      return sendToApplication(deps, reply, asked(authorization), { session, visitor: visitorOf(request) })
    })
  })
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

/** The user has just answered what `prompt=consent` asks. */
function asked(authorization: AuthorizationRequest): AuthorizationRequest {
  const { openId } = authorization
  if (!openId) return authorization
  return {
    ...authorization,
    openId: { ...openId, prompts: openId.prompts.filter(each => each !== 'consent') },
  }
}
