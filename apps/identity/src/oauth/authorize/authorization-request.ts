import type { Deps } from '#deps.ts'
import { MalformedRequest } from '#errors.ts'
import { type Client, findClient } from '../clients/client.queries.ts'
import { isRegisteredRedirect } from '../clients/redirect-uri.ts'
import { OAuthError } from '../oauth-error.ts'
import { type GrantedAccess, grantedAccess } from '../token/granted-access.ts'
import { allowsGrant } from '../token/grants.ts'

type Parameters = Record<string, unknown>

/** Where the response goes; verified before anything else. */
export interface RedirectTarget {
  client: Client
  redirectUri: string
  state: string | undefined
}

export interface AuthorizationRequest extends RedirectTarget, GrantedAccess {
  /** As they were sent, to repeat the request. */
  parameters: Record<string, string>
  codeChallenge: string | null
}

const requestParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'resource',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const

/** An unknown client or redirect URI gets an error page, never a redirect: we don't send users to unknown addresses. */
export async function getRedirectTarget(deps: Deps, parameters: Parameters): Promise<RedirectTarget> {
  const { client_id, redirect_uri, state } = parameters
  const client = typeof client_id === 'string' ? await findClient(deps, client_id) : undefined
  if (!client?.isActive) throw new MalformedRequest('unknown_application')
  if (typeof redirect_uri !== 'string' || !isRegisteredRedirect(client, redirect_uri)) {
    throw new MalformedRequest('redirect_uri_not_registered')
  }
  return { client, redirectUri: redirect_uri, state: typeof state === 'string' ? state : undefined }
}

/** The rest of the request; its errors go to the application (RFC 6749 §4.1.2.1). */
export function parseAuthorizationRequest(
  target: RedirectTarget,
  parameters: Parameters,
): AuthorizationRequest {
  const { client, state } = target
  const repeated = requestParameters.find(name => !['string', 'undefined'].includes(typeof parameters[name]))
  if (repeated) throw new OAuthError('parameter_not_text', { name: repeated })
  const { response_type, scope, resource, code_challenge, code_challenge_method } = parameters as Record<
    string,
    string | undefined
  >
  if (!state) throw new OAuthError('parameter_missing', { name: 'state' })
  if (!response_type) throw new OAuthError('parameter_missing', { name: 'response_type' })
  if (response_type !== 'code') throw new OAuthError('response_type_unsupported')
  if (!allowsGrant(client, 'authorization_code')) {
    throw new OAuthError('grant_type_not_allowed', { grantType: 'authorization_code' })
  }
  const codeChallenge = checkChallenge(client, code_challenge, code_challenge_method)
  const granted = grantedAccess(client, { scope, resource })
  return { ...target, parameters: namedParameters(parameters), ...granted, codeChallenge }
}

function namedParameters(parameters: Parameters) {
  const named = requestParameters.filter(name => parameters[name])
  return Object.fromEntries(named.map(name => [name, String(parameters[name])]))
}

/** RFC 7636, S256 only. */
function checkChallenge(client: Client, challenge: string | undefined, method: string | undefined) {
  if (!challenge) {
    if (client.requiresPkce) throw new OAuthError('challenge_required')
    if (method) throw new OAuthError('challenge_missing')
    return null
  }
  if (method !== 'S256') throw new OAuthError('challenge_method_unsupported')
  if (!/^[\w-]{43}$/.test(challenge)) throw new OAuthError('challenge_malformed')
  return challenge
}
