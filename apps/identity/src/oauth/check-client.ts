import { ValidationFailed } from '@atrium/core/errors'
import { isScope, parseScopes } from '#access-control/scopes.contract.ts'
import { grantTypes, type NewClient } from './client.contract.ts'
import { isLoopback } from './redirect-uri.ts'

export type Checked = Pick<NewClient, 'grantTypes' | 'scope' | 'redirectUris'>

/** The rules that a schema cannot say. */
export function checkClient(client: Checked & { isPublic: boolean }) {
  const { grantTypes: grants, scope, redirectUris, isPublic } = client
  const asked = parseScopes(grants)
  const unknownGrant = asked.find(grant => !(grantTypes as readonly string[]).includes(grant))
  if (unknownGrant) refuse('grantTypes', `must be among ${grantTypes.join(', ')}, not ${unknownGrant}`)
  const unknownScope = parseScopes(scope).find(name => !isScope(name))
  if (unknownScope) refuse('scope', `has no ${unknownScope}`)
  if (isPublic && asked.includes('client_credentials'))
    refuse('grantTypes', 'of a public client cannot be client_credentials')
  if (asked.includes('authorization_code') && redirectUris.length === 0) {
    refuse('redirectUris', 'are required for the grant authorization_code')
  }
  for (const address of redirectUris) checkRedirectUri(address)
}

/** Absolute, without wildcard or fragment, and encrypted unless it stays on the machine (RFC 9700 §2.1, §2.6). */
function checkRedirectUri(address: string) {
  if (!URL.canParse(address) || /[\s*#\p{Cc}]/u.test(address))
    refuse('redirectUris', `must be whole addresses, not ${address}`)
  const { protocol } = new URL(address)
  if (protocol === 'http:' && !isLoopback(address)) refuse('redirectUris', `must use https, not ${address}`)
  if (/^(javascript|data|vbscript|file|blob):/.test(protocol)) refuse('redirectUris', `cannot be ${address}`)
}

function refuse(field: string, message: string): never {
  throw new ValidationFailed({ [field]: [message] })
}
