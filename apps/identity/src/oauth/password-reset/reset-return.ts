import { DomainError } from '@atrium/core/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { signInAddress } from '#settings.ts'
import type { Proof } from '#tokens/proof.ts'
import { visitorOf } from '#tokens/visitor.ts'
import {
  type AuthorizationRequest,
  getRedirectTarget,
  parseAuthorizationRequest,
} from '../authorize/authorization-request.ts'
import { redirectErrors } from '../authorize/authorization-response.ts'
import { authorizeAddress } from '../authorize/authorize-address.ts'
import { continueSignedIn } from '../authorize/interactions.ts'
import { sourceOf } from '../clients/redirect-uri.ts'
import { startBrowserSession } from '../session/browser-session.ts'

/** Who resets their password, and the request of the application that they left to do so. */
export interface Resetting {
  username: string
  authorization?: AuthorizationRequest | undefined
}

/**
 * Ignores a request that is not valid: users never leave for an address that is not registered. What the request asks for
 * is checked again whenever it is used, so the parameters can travel in forms and with the token of the email.
 */
export async function findAuthorization(deps: Deps, parameters: Record<string, unknown>) {
  if (parameters.client_id === undefined) return undefined
  try {
    return parseAuthorizationRequest(await getRedirectTarget(deps, parameters), parameters)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

/** Back to the sign-in page, with the account filled in. */
export function backAddress({ settings }: Deps, { username, authorization }: Resetting) {
  if (!authorization) return username ? signInAddress(settings, username) : '/account'
  const hint = username && { login_hint: username }
  return authorizeAddress({ ...authorization.parameters, local: '1', ...hint })
}

/** The origins that `returnSignedIn` can lead to. */
export function returnTargets({ settings }: Deps, { authorization }: Resetting) {
  const { TASKS_URL, FRONTEND_URL } = settings
  const own = [TASKS_URL, FRONTEND_URL].flatMap(url => (url ? [new URL(url).origin] : []))
  return [...new Set([...own, ...(authorization ? [sourceOf(authorization.redirectUri)] : [])])]
}

/** Signs the user in and leads to the application that they came from, or to the web application. */
export async function returnSignedIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { username, authorization }: Resetting,
  proof: Proof,
) {
  const session = await startBrowserSession(deps, reply, { proof, visitor: visitorOf(request) })
  reply.header('cache-control', 'no-store')
  const { TASKS_CLIENT_ID, TASKS_URL } = deps.settings
  if (!authorization) return reply.redirect(signInAddress(deps.settings, username), 302)
  if (TASKS_URL && authorization.client.clientId === TASKS_CLIENT_ID) {
    // The email may have been opened in another browser, which the task service started no sign-in in.
    const resume = new URLSearchParams({ login_hint: username, resume: authorization.state ?? '' })
    return reply.redirect(`${TASKS_URL.replace(/\/$/, '')}/auth/sign-in?${resume}`, 302)
  }
  return redirectErrors(deps, reply, authorization, () =>
    continueSignedIn(deps, reply, authorization, session),
  )
}
