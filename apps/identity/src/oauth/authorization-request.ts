import { MalformedRequest } from '@atrium/core/errors'
import type { Deps } from '#deps.ts'
import type { Client } from './client.queries.ts'
import { findClient } from './client-cache.ts'
import { grantedScopes } from './granted-scopes.ts'
import { OAuthError } from './oauth-error.ts'
import { isRegisteredRedirect } from './redirect-uri.ts'

type Parameters = Record<string, unknown>

/** Where the answer goes, known and trusted before anything else is looked at. */
export interface AnswerAddress {
  client: Client
  redirectUri: string
  state: string | undefined
}

export interface AuthorizationRequest extends AnswerAddress {
  /** Its parameters as they came, to ask once more. */
  asked: Record<string, string>
  scopes: string[]
  codeChallenge: string | null
}

const requestParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const

/** An unknown client or address gets a page, never a redirect: nobody may be sent to a place that we do not know. */
export async function findAnswerAddress(deps: Deps, parameters: Parameters): Promise<AnswerAddress> {
  const { client_id, redirect_uri, state } = parameters
  const client = typeof client_id === 'string' ? await findClient(deps, client_id) : undefined
  if (!client?.isActive) throw new MalformedRequest('This application is not known here or is switched off')
  if (typeof redirect_uri !== 'string' || !isRegisteredRedirect(client, redirect_uri)) {
    throw new MalformedRequest('This application asked to return to an address that is not registered for it')
  }
  return { client, redirectUri: redirect_uri, state: typeof state === 'string' ? state : undefined }
}

/** The rest of the request; what is wrong here is told to the application (RFC 6749 §4.1.2.1). */
export function parseAuthorizationRequest(
  address: AnswerAddress,
  parameters: Parameters,
): AuthorizationRequest {
  const { client, state } = address
  const odd = requestParameters.find(name => !['string', 'undefined'].includes(typeof parameters[name]))
  if (odd) throw new OAuthError('invalid_request', `${odd} must be text, sent once`)
  const { response_type, scope, code_challenge, code_challenge_method } = parameters as Record<
    string,
    string | undefined
  >
  if (!state) throw new OAuthError('invalid_request', 'state is missing')
  if (!response_type) throw new OAuthError('invalid_request', 'response_type is missing')
  if (response_type !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code')
  if (!client.grantTypes.split(' ').includes('authorization_code')) {
    throw new OAuthError('unauthorized_client', 'This client may not use the grant authorization_code')
  }
  const codeChallenge = checkChallenge(client, code_challenge, code_challenge_method)
  return { ...address, asked: askedOf(parameters), scopes: grantedScopes(client.scope, scope), codeChallenge }
}

function askedOf(parameters: Parameters) {
  const named = requestParameters.filter(name => parameters[name])
  return Object.fromEntries(named.map(name => [name, String(parameters[name])]))
}

/** RFC 7636, S256 only. */
function checkChallenge(client: Client, challenge: string | undefined, method: string | undefined) {
  if (!challenge) {
    if (client.requiresPkce)
      throw new OAuthError('invalid_request', 'code_challenge is required for this client')
    if (method)
      throw new OAuthError('invalid_request', 'code_challenge_method was sent without code_challenge')
    return null
  }
  if (method !== 'S256') throw new OAuthError('invalid_request', 'code_challenge_method must be S256')
  if (!/^[\w-]{43}$/.test(challenge)) throw new OAuthError('invalid_request', 'code_challenge is malformed')
  return challenge
}
