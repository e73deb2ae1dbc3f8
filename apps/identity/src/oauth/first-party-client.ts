import { allScopes } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import type { Settings } from '#settings.ts'
import type { Client } from './client.queries.ts'
import { findClient } from './client-cache.ts'
import { ensureClient } from './manage-clients.ts'

const areas = ['/account', '/admin']

/** The client of `/auth/login` and of our own pages, as the settings name it. */
export async function ensureFirstPartyClient(deps: Deps) {
  const { OAUTH2_CLIENT_ID, OAUTH2_CLIENT_SECRET, IDENTITY_URL } = deps.settings
  await ensureClient(deps, {
    name: 'Atrium',
    clientId: OAUTH2_CLIENT_ID,
    clientSecret: OAUTH2_CLIENT_SECRET,
    redirectUri: areas.map(area => IDENTITY_URL + area).join('\n'),
    grantTypes: 'password refresh_token authorization_code',
    scope: allScopes.join(' '),
    isPublic: false,
    requiresPkce: false,
  })
}

export async function getFirstPartyClient(deps: Deps): Promise<Client> {
  const client = await findClient(deps, deps.settings.OAUTH2_CLIENT_ID)
  if (!client) throw new Error('The first-party client is missing')
  return client
}

/**
 * Signing in to our own pages is the same flow; the cookies are what they come for, the code is left unused. The
 * state names the page that was wanted.
 */
export function ownSignInAddress({ OAUTH2_CLIENT_ID, IDENTITY_URL }: Settings, wanted: string) {
  const area = areas.find(each => wanted.startsWith(each)) ?? '/account'
  const request = {
    response_type: 'code',
    client_id: OAUTH2_CLIENT_ID,
    redirect_uri: IDENTITY_URL + area,
    state: wanted,
  }
  return `/auth/authorize?${new URLSearchParams(request)}`
}
