import { isOpenIdScope, parseScopes } from '#access-control/scopes.contract.ts'
import { ValidationFailed } from '#errors.ts'
import { DEVICE_CODE, type NewClient } from './client.contract.ts'
import type { findRedirectUriProblem } from './redirect-uri.ts'

export type OpenIdFields = Pick<
  NewClient,
  'webOrigins' | 'postLogoutRedirectUris' | 'backchannelLogoutUri' | 'backchannelLogoutSessionRequired'
>
type Checked = OpenIdFields & Pick<NewClient, 'grantTypes' | 'scope' | 'resources' | 'subjectType'>

/** What is wrong with an address that users are sent to, or that scripts come from. */
export type FindAddressProblem = (address: string) => ReturnType<typeof findRedirectUriProblem>

/** The scopes of OpenID Connect go together, and every address of the client is one that we would send users to. */
export function checkOpenIdFields(client: Checked, findProblem: FindAddressProblem) {
  checkOpenIdScopes(parseScopes(client.scope), parseScopes(client.grantTypes))
  if (client.subjectType === 'pairwise') refuseKnownIds(client)
  for (const origin of client.webOrigins ?? []) {
    if (isOrigin(origin) && findProblem(origin) === undefined) continue
    throw new ValidationFailed({ webOrigins: { code: 'web_origin_malformed', address: origin } })
  }
  for (const address of client.postLogoutRedirectUris ?? []) {
    const code = findProblem(address)
    if (code) throw new ValidationFailed({ postLogoutRedirectUris: { code, address } })
  }
  const { backchannelLogoutUri: address } = client
  if (!address) return
  if (!parseScopes(client.scope).includes('openid')) {
    throw new ValidationFailed({ backchannelLogoutUri: 'logout_needs_openid' })
  }
  // Back-Channel Logout 1.0 §2.2: no fragment. Where it may lead is judged by `outbound`.
  if (/^https?:/.test(address) && URL.canParse(address) && !/[\s#\p{Cc}]/u.test(address)) return
  throw new ValidationFailed({ backchannelLogoutUri: { code: 'redirect_uri_malformed', address } })
}

function checkOpenIdScopes(scopes: string[], grantTypes: string[]) {
  const named = scopes.filter(isOpenIdScope)
  if (named.length === 0) return
  if (!named.includes('openid')) {
    throw new ValidationFailed({ scope: { code: 'openid_scope_required', scope: named.join(' ') } })
  }
  const missing = [
    ...(signsUsersIn(grantTypes) ? [] : ['authorization_code']),
    ...(named.includes('offline_access') && !grantTypes.includes('refresh_token') ? ['refresh_token'] : []),
  ]
  if (missing.length === 0) return
  throw new ValidationFailed({ grantTypes: { code: 'openid_grant_required', grantTypes: missing.join(' ') } })
}

function signsUsersIn(grantTypes: string[]) {
  return grantTypes.includes('authorization_code') || grantTypes.includes(DEVICE_CODE)
}

/** The ID that users have at Atrium would tell a client what its own IDs for them hide. */
function refuseKnownIds({ scope, resources }: Checked) {
  const shown = parseScopes(scope).find(each => !isOpenIdScope(each))
  if (shown) throw new ValidationFailed({ scope: { code: 'scope_not_pairwise', scope: shown } })
  if (resources.length > 0) throw new ValidationFailed({ resources: 'resource_not_pairwise' })
}

function isOrigin(text: string) {
  return URL.canParse(text) && new URL(text).origin === text
}

/** OpenID Connect Core §8.1: without a sector of its own, the one host of the redirect URIs. */
export function sectorOf({ subjectType, sectorIdentifier, redirectUris }: NewClient) {
  if (subjectType !== 'pairwise') {
    if (sectorIdentifier !== undefined)
      throw new ValidationFailed({ sectorIdentifier: 'sector_not_pairwise' })
    return null
  }
  const hosts = new Set(redirectUris.map(address => new URL(address).hostname))
  const [host] = hosts
  if (sectorIdentifier !== undefined) return sectorIdentifier.toLowerCase()
  if (!host || hosts.size > 1) throw new ValidationFailed({ sectorIdentifier: 'sector_required' })
  return host
}
