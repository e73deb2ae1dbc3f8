import { areEqualSecrets } from '@atrium/http/routes/credentials'
import { type Actor, actorFrom } from '#access-control/actor.ts'
import { parseScopes } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import { allowsGrant, findClient } from '#oauth/clients/client.queries.ts'
import { recordRefusal } from './scim-directory.queries.ts'

export const SCIM_PATH = '/scim/v2/'

const SCOPE = 'scim'

/** `CLIENT_ID.CLIENT_SECRET`; an access token has two dots. */
export function isClientSecret(token: string) {
  return /^[^.]+\.[^.]+$/.test(token)
}

/**
 * Finds the directory that presents its client secret as a bearer token. Entra and Okta keep one token for ever, which an access
 * token is not (decision 262). It has the scope of SCIM and no other.
 */
export async function directoryOf(deps: Deps, token: string): Promise<Actor | undefined> {
  const [clientId = '', secret = ''] = token.split('.')
  const client = await findClient(deps, clientId)
  if (!client || client.isPublic || !allowsGrant(client, 'client_credentials')) return undefined
  if (!parseScopes(client.scope).includes(SCOPE)) return undefined
  if (!client.isActive || !areEqualSecrets(client.clientSecret, deps.secrets.digest(secret))) {
    await recordRefusal(deps.db, { clientId, now: deps.now().toISOString() })
    return undefined
  }
  const nobody = { userId: null, familyId: null, level: null, mustSetUpTwoFactor: false, isOwner: false }
  return actorFrom({ ...nobody, clientId, tokenId: '', scope: SCOPE, permissions: [] })
}
