import { parseScopes } from '#access-control/scopes.contract.ts'
import type { Client } from '../clients/client.queries.ts'
import { OAuthError } from '../oauth-error.ts'
import { scopeOfClaim } from './user-claims.ts'

/** What OpenID Connect adds to an authorization request (Core §3.1.2.1). */
export interface OpenIdRequest {
  nonce: string | null
  prompts: string[]
  /** In seconds: how long ago the user may have authenticated. */
  maxAge: number | null
  idTokenHint: string | null
  /** The user that the client expects, by its `sub`. */
  subject: string | null
  /** The client accepts one of these `acr` values only. */
  acrValues: string[] | null
  idTokenClaims: string[]
  userinfoClaims: string[]
}

/** The parameters that a form has to repeat. */
export const openIdParameters = ['nonce', 'prompt', 'max_age', 'id_token_hint', 'claims'] as const

/** The parameters that only the first page reads, if at all. */
export const hints = ['login_hint', 'ui_locales', 'claims_locales', 'acr_values', 'display'] as const

export const prompts = ['none', 'login', 'consent', 'select_account'] as const

type Parameters = Record<string, string | undefined>

export function parseOpenIdRequest(client: Client, parameters: Parameters): OpenIdRequest {
  const { request, request_uri, registration, response_mode } = parameters
  if (request) throw new OAuthError('request_object_unsupported')
  if (request_uri) throw new OAuthError('request_uri_unsupported')
  if (registration) throw new OAuthError('registration_unsupported')
  if (response_mode && response_mode !== 'query') throw new OAuthError('response_mode_unsupported')
  return {
    nonce: parseNonce(parameters.nonce),
    prompts: parsePrompts(parameters.prompt),
    maxAge: parseMaxAge(parameters.max_age),
    idTokenHint: parameters.id_token_hint || null,
    ...parseClaims(client, parameters.claims),
  }
}

function parseNonce(text: string | undefined) {
  if (text?.includes('\0')) throw new OAuthError('parameter_malformed', { name: 'nonce' })
  return text || null
}

/** A prompt that is not in our metadata is refused (Initiating User Registration via OpenID Connect 1.0 §4.1). */
function parsePrompts(text = '') {
  const named = text.split(' ').filter(Boolean)
  if (named.includes('none') && named.length > 1) throw new OAuthError('prompt_none_with_others')
  const known: readonly string[] = [...prompts, 'create']
  if (!named.every(each => known.includes(each))) {
    throw new OAuthError('parameter_malformed', { name: 'prompt' })
  }
  return named
}

function parseMaxAge(text: string | undefined) {
  if (!text) return null
  if (!/^\d{1,9}$/.test(text)) throw new OAuthError('parameter_malformed', { name: 'max_age' })
  return Number(text)
}

/** Core §5.5. A claim that is unknown, or whose scope the client does not have, is left out: none is guaranteed. */
function parseClaims(client: Client, text: string | undefined) {
  const { userinfo, id_token: idToken } = text ? parseObject(text) : {}
  const allowed = parseScopes(client.scope)
  const known = (requested: object) =>
    Object.keys(requested).filter(claim => allowed.includes(scopeOfClaim(claim) ?? ''))
  const forIdToken = asObject(idToken)
  const { sub, acr } = forIdToken
  return {
    subject: valuesOf(sub)[0] ?? null,
    acrValues: asObject(acr).essential === true && valuesOf(acr).length > 0 ? valuesOf(acr) : null,
    idTokenClaims: known(forIdToken),
    userinfoClaims: known(asObject(userinfo)),
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // refused below
  }
  throw new OAuthError('parameter_malformed', { name: 'claims' })
}

function asObject(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? { ...value } : {}
}

function valuesOf(request: unknown): string[] {
  const { value, values } = asObject(request)
  return [value, ...(Array.isArray(values) ? values : [])].filter(each => typeof each === 'string')
}

/** The request once the user has just signed in: what asked for that is done. */
export function afterSignIn({ prompt, max_age: _, ...parameters }: Record<string, string>) {
  const left = (prompt ?? '')
    .split(' ')
    .filter(each => !['', 'login', 'select_account', 'create'].includes(each))
  return { ...parameters, ...(left.length > 0 && { prompt: left.join(' ') }) }
}
