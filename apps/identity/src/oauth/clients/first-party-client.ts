import { allScopes } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import type { Settings } from '#settings.ts'
import { ensureClient } from './client.commands.ts'
import { type Client, findClient } from './client.queries.ts'

const areas = ['/account', '/admin', '/auth/device', '/auth/forward/start']

/** The client of `/auth/login` and of our own pages, defined by the settings. */
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
 * Our own pages sign in with the same flow; they use its cookies and ignore the code. The state is the page that was
 * requested. With `?local=1` in its address, the form is shown even if a sign-in provider is the default.
 */
export function ownSignInAddress({ OAUTH2_CLIENT_ID, IDENTITY_URL }: Settings, requested: string) {
  const area = areas.find(each => requested.startsWith(each)) ?? '/account'
  const request = {
    response_type: 'code',
    client_id: OAUTH2_CLIENT_ID,
    redirect_uri: IDENTITY_URL + area,
    state: requested,
    ...(/[?&]local=1(&|$)/.test(requested) && { local: '1' }),
  }
  return `/auth/authorize?${new URLSearchParams(request)}`
}
