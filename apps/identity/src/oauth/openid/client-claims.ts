import type { Deps } from '#deps.ts'
import { listGroupNames } from '#groups/group.queries.ts'
import type { Client } from '../clients/client.queries.ts'
import type { ClientClaim } from '../clients/client-claim.contract.ts'
import { readUserClaims, scopeOfClaim } from './user-claims.ts'

interface Request {
  client: Client
  userId: number
  scopes: string[]
  place: 'id_token' | 'userinfo'
}

/**
 * The claims that an administrator has added for this client. An attribute is in them only if the user granted its scope;
 * one without a value is left out.
 */
export async function readClientClaims(
  deps: Deps,
  { client, userId, scopes, place }: Request,
): Promise<Record<string, unknown>> {
  const claims = client.claims.filter(
    ({ includedIn, attribute }) =>
      (includedIn === 'both' || includedIn === place) && isGranted(scopes, attribute),
  )
  const attributes: Record<string, unknown> = await readUserClaims(
    deps,
    userId,
    claims.flatMap(({ attribute }) => attribute ?? []),
  )
  const needsGroups = claims.some(({ source }) => source === 'groups')
  const groups = needsGroups ? await listGroupNames(deps.db, userId) : []
  return Object.fromEntries(
    claims
      .map(claim => [claim.name, claimValue(claim, attributes, groups)])
      .filter(([, value]) => value !== undefined),
  )
}

function isGranted(scopes: string[], attribute: ClientClaim['attribute']) {
  return attribute === undefined || scopes.includes(scopeOfClaim(attribute) ?? '')
}

function claimValue(
  { source, attribute = 'name', value, prefix = '', removesPrefix = false }: ClientClaim,
  attributes: Record<string, unknown>,
  groups: string[],
) {
  if (source === 'constant') return value
  if (source === 'attribute') return attributes[attribute]
  const matching = groups.filter(name => name.startsWith(prefix))
  return removesPrefix ? matching.map(name => name.slice(prefix.length)) : matching
}
