import { isTasksScope, MAX_SCOPE_LENGTH, parseScopes } from '#access-control/scopes.contract.ts'
import { OAuthError } from '../oauth-error.ts'
import type { Client } from './client.queries.ts'

/** A parameter without a value counts as left out (RFC 6749 §3.1). */
export interface RequestedAccess {
  scope?: string | undefined
  resource?: string | undefined
}

export interface GrantedAccess {
  scopes: string[]
  /** The service that tokens are issued for (RFC 8707), or null for the client itself. */
  resource: string | null
}

/** The requested scopes, or all allowed ones if none is requested. */
export function grantedScopes(allowed: string, requested: string | null | undefined): string[] {
  const allowedScopes = parseScopes(allowed)
  if (!requested?.trim()) return allowedScopes
  checkScopeLength(requested)
  const scopes = parseScopes(requested)
  const refused = scopes.filter(scope => !allowedScopes.includes(scope))
  if (refused.length > 0) throw new OAuthError('scope_not_allowed', { scopes: refused.join(' ') })
  return scopes
}

export function checkScopeLength(requested = '') {
  if (requested.length > MAX_SCOPE_LENGTH) throw new OAuthError('scope_too_long', { limit: MAX_SCOPE_LENGTH })
}

/**
 * The requested scopes that count. Applications that no administrator has set up request whatever the metadata list; those
 * that they cannot have are left out, which the answer tells them (RFC 6749 §3.3).
 */
export function countedScope(
  source: Client['source'],
  allowed: string,
  requested: string | null | undefined,
) {
  if (source === 'administrator' || !requested) return requested
  const counted = parseScopes(requested).filter(scope => parseScopes(allowed).includes(scope))
  return counted.length > 0 ? counted.join(' ') : requested
}

/** What a client is granted: for one of its services only the scopes of that service are worth anything. */
export function grantedAccess(
  client: Pick<Client, 'scope' | 'resources' | 'source'>,
  requested: RequestedAccess,
): GrantedAccess {
  const isForeign = client.source !== 'administrator'
  const resource = requested.resource || (isForeign ? client.resources[0] : undefined)
  checkScopeLength(requested.scope)
  const scope = countedScope(client.source, client.scope, requested.scope) ?? undefined
  const isRequested = Boolean(scope?.trim())
  const scopes = grantedScopes(client.scope, scope)
  if (!resource) {
    if (!isRequested) return { scopes: scopes.filter(each => !isTasksScope(each)), resource: null }
    const foreign = scopes.filter(isTasksScope)
    if (foreign.length > 0) throw new OAuthError('resource_missing', { scopes: foreign.join(' ') })
    return { scopes, resource: null }
  }
  const address = resourceAddress(resource)
  if (!client.resources.includes(address)) throw new OAuthError('resource_not_allowed', { resource })
  if (!scopes.some(isTasksScope)) throw new OAuthError('scope_of_resource_missing', { resource })
  return { scopes: isRequested ? scopes : scopes.filter(isTasksScope), resource: address }
}

/** A code or a session was granted for one service and stays with it (RFC 8707 §2.2). */
export function checkSameResource(granted: string | null, requested: string | undefined) {
  if (!requested || resourceAddress(requested) === granted) return
  throw new OAuthError('resource_not_allowed', { resource: requested })
}

/** `https://tasks.example.org/` is the same service as `https://tasks.example.org`. */
export function resourceAddress(address: string) {
  return address.replace(/\/$/, '')
}
