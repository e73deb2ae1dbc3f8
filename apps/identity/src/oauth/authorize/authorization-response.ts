import { parametersOf } from '@atrium/core/preferences'
import { inTransaction } from '@atrium/database/transaction'
import { preferencesOf } from '@atrium/http/pages/preferences'
import type { FastifyReply } from 'fastify'
import type { Deps } from '#deps.ts'
import { randomToken } from '#tokens/secrets.ts'
import { getAuthentication } from '#tokens/user-session.queries.ts'
import { visitorOf } from '#tokens/visitor.ts'
import { asksForConsent } from '../clients/client.queries.ts'
import { useConsent } from '../consent/consent.queries.ts'
import { OAuthError } from '../oauth-error.ts'
import { insertAuthorizationCode } from '../token/authorization-code.queries.ts'
import type { RedirectTarget } from './authorization-request.ts'
import { sessionOf, type Visit } from './interaction.ts'

/** RFC 6749 §4.1.2: a code for this user and the requested scopes. */
export async function sendCode(visit: Visit) {
  const { deps, reply, authorization } = visit
  const { userId, familyId } = sessionOf(visit)
  const { address, userAgent } = visitorOf(reply.request)
  const { client, redirectUri, scopes, resource, codeChallenge, openId } = authorization
  // Signing out at the task service ends the session of the browser, which its tokens therefore know.
  const isSessionKept = openId !== undefined || client.clientId === deps.settings.TASKS_CLIENT_ID
  const authentication = isSessionKept && (await getAuthentication(deps.db, familyId))
  const requested = openId && {
    nonce: openId.nonce,
    idTokenClaims: openId.idTokenClaims.join(' ') || null,
    userinfoClaims: openId.userinfoClaims.join(' ') || null,
  }
  const code = randomToken()
  const record = {
    code: deps.secrets.digest(code),
    clientId: client.id,
    userId,
    redirectUri,
    scope: scopes.join(' '),
    resource,
    codeChallenge,
    address,
    userAgent,
    expiresAt: new Date(deps.now().getTime() + deps.settings.OAUTH2_AUTH_CODE_TTL * 1000).toISOString(),
    ...authentication,
    ...requested,
  }
  await inTransaction(deps, async tx => {
    const isAllowed = !asksForConsent(client) || (await useConsent(tx, record, deps.now().toISOString()))
    if (!isAllowed) throw new OAuthError('consent_required') // withdrawn in the meantime
    await insertAuthorizationCode(tx, record)
  })
  return redirectWith(deps, reply, authorization, { code })
}

/** Errors of the request go to the application (RFC 6749 §4.1.2.1). */
export async function redirectErrors(
  deps: Deps,
  reply: FastifyReply,
  target: RedirectTarget,
  work: () => Promise<FastifyReply>,
) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return redirectWith(deps, reply, target, { error: error.error, error_description: error.description })
  }
}

/** Each response names its issuer (RFC 9207). */
function redirectWith(
  deps: Deps,
  reply: FastifyReply,
  { client, redirectUri, state }: RedirectTarget,
  response: Record<string, string>,
) {
  const address = new URL(redirectUri)
  const { IDENTITY_URL, TASKS_CLIENT_ID } = deps.settings
  // The task service can be on another site, where it can't read the choice from our cookies.
  const shown = client.clientId === TASKS_CLIENT_ID ? parametersOf(preferencesOf(reply.request)) : {}
  const parameters = { ...response, ...(state !== undefined && { state }), iss: IDENTITY_URL, ...shown }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.append(name, value)
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(address.href, 302)
}
