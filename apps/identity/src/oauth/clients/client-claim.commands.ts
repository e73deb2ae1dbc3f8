import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import { changeClient, refuseForeignClient } from './client.commands.ts'
import { updateClaims } from './client.queries.ts'
import { type ClientClaim, claimAttributes } from './client-claim.contract.ts'

/** The console acts without an actor. */
export async function replaceClientClaims(
  deps: Deps,
  clientId: string,
  claims: ClientClaim[],
  actor?: Actor,
) {
  checkClaims(claims)
  await changeClient(deps, clientId, 'client.claims_changed', actor, async (tx, client) => {
    refuseForeignClient(deps, client, actor)
    await updateClaims(tx, client.id, claims, deps.now())
  })
}

/**
 * What a verifier of tokens relies on (RFC 7519, OpenID Connect Core §2 and §5.6, RFC 7800, RFC 8417), and what only access
 * tokens have: an ID token must not be taken for one.
 */
const protocolClaims = [
  ...[
    'iss',
    'sub',
    'aud',
    'exp',
    'nbf',
    'iat',
    'jti',
    'typ',
    'cnf',
    'act',
    'may_act',
    'events',
    'toe',
    'txn',
  ],
  ...['nonce', 'auth_time', 'acr', 'amr', 'azp', 'at_hash', 'c_hash', 's_hash', 'sid', 'sub_jwk', 'sub_id'],
  ...['scope', 'scopes', 'client_id', 'application', 'projectIds', 'isOwner', 'authorization_details'],
]

/** Applications trust what these say about the user, such as that an address is verified. */
const standardClaims: readonly string[] = claimAttributes

const fieldsOfSources = {
  attribute: { needed: ['attribute'], other: ['value', 'prefix', 'removesPrefix'] },
  constant: { needed: ['value'], other: ['attribute', 'prefix', 'removesPrefix'] },
  groups: { needed: [], other: ['attribute', 'value'] },
} as const

type Problems = ConstructorParameters<typeof ValidationFailed>[0]

/** The rules that a schema cannot express. */
function checkClaims(claims: ClientClaim[]) {
  const problems: Problems = Object.assign(
    {},
    ...claims.map((claim, index) => findProblems(claim, index, claims)),
  )
  if (Object.keys(problems).length > 0) throw new ValidationFailed(problems)
}

function findProblems(claim: ClientClaim, index: number, claims: ClientClaim[]): Problems {
  const { needed, other } = fieldsOfSources[claim.source]
  const at = (field: string) => `claims.${index}.${field}`
  const problems: Problems = {}
  if (protocolClaims.includes(claim.name) || standardClaims.includes(claim.name))
    problems[at('name')] = { code: 'claim_reserved', name: claim.name }
  else if (claims.findIndex(({ name }) => name === claim.name) < index) problems[at('name')] = 'repeated'
  for (const field of needed) if (claim[field] === undefined) problems[at(field)] = 'required'
  for (const field of other) if (claim[field] !== undefined) problems[at(field)] = 'unknown_field'
  return problems
}
