import { isTasksScope } from '@atrium/identity/access-control/scopes.contract'
import type { ClientRecord } from '@atrium/identity/oauth/clients/client.contract'

/** The sign-in to an application, as it would request it. Its state is not known there, so it goes no further. */
export function signInAddress({ clientId, redirectUris, scope }: ClientRecord) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUris[0] ?? '',
    scope: scope
      .split(' ')
      .filter(name => !isTasksScope(name))
      .join(' '),
    state: 'test',
    code_challenge: randomChallenge(),
    code_challenge_method: 'S256',
  })
  return `/auth/authorize?${query}`
}

/** Nobody knows what it is the digest of: the code can't be used. */
function randomChallenge() {
  const bytes = crypto.getRandomValues(new Uint8Array(43))
  return Array.from(bytes, byte => (byte % 36).toString(36)).join('')
}
