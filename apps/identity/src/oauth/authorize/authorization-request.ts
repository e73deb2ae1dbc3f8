import { isKnownScope, parseScopes } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import { MalformedRequest } from '#errors.ts'
import { resolveClient } from '../client-documents/resolve-client.ts'
import { allowsGrant, type Client } from '../clients/client.queries.ts'
import { shownName } from '../clients/foreign-client.ts'
import { checkScopeLength, type GrantedAccess, grantedAccess } from '../clients/granted-access.ts'
import { isRegisteredRedirect } from '../clients/redirect-uri.ts'
import { OAuthError } from '../oauth-error.ts'
import { hints, type OpenIdRequest, openIdParameters, parseOpenIdRequest } from '../openid/openid-request.ts'

type Parameters = Record<string, unknown>

/** Where the response goes; verified before anything else. */
export interface RedirectTarget {
  client: Client
  redirectUri: string
  state: string | undefined
}

export interface AuthorizationRequest extends RedirectTarget, GrantedAccess {
  /** The parameters exactly as they were sent, to repeat the request. */
  parameters: Record<string, string>
  codeChallenge: string | null
  /** With the scope `openid`. */
  openId: OpenIdRequest | undefined
}

/** The `registrationTicket` of an invitation. */
const MAX_TICKET = 200

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
  const client = typeof client_id === 'string' ? await resolveClient(deps, client_id) : undefined
  if (!client?.isActive) throw new MalformedRequest('unknown_application')
  if (typeof redirect_uri !== 'string' || !isRegisteredRedirect(client, redirect_uri)) {
    throw new MalformedRequest('redirect_uri_not_registered', { application: shownName(client) })
  }
  return { client, redirectUri: redirect_uri, state: typeof state === 'string' ? state : undefined }
}

/** The rest of the request; its errors go to the application (RFC 6749 §4.1.2.1). */
export function parseAuthorizationRequest(
  target: RedirectTarget,
  parameters: Parameters,
): AuthorizationRequest {
  const { client, state } = target
  refuseRepeated(parameters, requestParameters)
  const { response_type, scope, resource, code_challenge, code_challenge_method } = parameters as Record<
    string,
    string | undefined
  >
  checkScopeLength(scope)
  const isOpenId = asksForOpenId(client, scope)
  // A challenge protects the response as well as the state does (RFC 9700 §2.1).
  if (!state && !(isOpenId && code_challenge)) throw new OAuthError('parameter_missing', { name: 'state' })
  if (!response_type) throw new OAuthError('parameter_missing', { name: 'response_type' })
  if (response_type !== 'code') throw new OAuthError('response_type_unsupported')
  if (!allowsGrant(client, 'authorization_code')) {
    throw new OAuthError('grant_type_not_allowed', { grantType: 'authorization_code' })
  }
  const codeChallenge = checkChallenge(client, code_challenge, code_challenge_method)
  if (!isOpenId) {
    const granted = grantedAccess(client, { scope, resource })
    return {
      ...target,
      parameters: namedParameters(parameters),
      ...granted,
      codeChallenge,
      openId: undefined,
    }
  }
  refuseRepeated(parameters, [...openIdParameters, ...hints])
  const granted = grantedAccess(client, { scope: knownScopes(scope), resource })
  const openId = granted.scopes.includes('openid')
    ? parseOpenIdRequest(client, parameters as Record<string, string | undefined>)
    : undefined
  const named = namedParameters(parameters, openIdParameters)
  return { ...target, parameters: named, ...granted, codeChallenge, openId }
}

/** Opt-in: the client has the scope, and does not ask for others only. */
function asksForOpenId(client: Client, scope: string | undefined) {
  const requested = scope?.trim() ? scope : client.scope
  return [client.scope, requested].every(each => parseScopes(each).includes('openid'))
}

/** OpenID Connect Core §3.1.2.1: scopes that are not understood are ignored. */
function knownScopes(scope: string | undefined) {
  return scope && parseScopes(scope).filter(isKnownScope).join(' ')
}

function refuseRepeated(parameters: Parameters, names: readonly string[]) {
  const repeated = names.find(name => !['string', 'undefined'].includes(typeof parameters[name]))
  if (repeated) throw new OAuthError('parameter_not_text', { name: repeated })
}

function namedParameters(parameters: Parameters, more: readonly string[] = []) {
  const named = [...requestParameters, ...more].filter(name => parameters[name])
  const { invitation } = parameters
  return {
    ...Object.fromEntries(named.map(name => [name, String(parameters[name])])),
    // The registration page, a provider or a directory needs it to create the account.
    ...(typeof invitation === 'string' && invitation.length <= MAX_TICKET && { invitation }),
  }
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
