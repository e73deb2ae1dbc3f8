import type { Deps } from '#deps.ts'
import { issueToClient } from '#tokens/issue-tokens.ts'
import type { Client } from '../client.queries.ts'
import { grantedScopes } from '../granted-scopes.ts'
import { OAuthError } from '../oauth-error.ts'
import type { TokenRequest } from '../token.contract.ts'

/** A service acts for itself (RFC 6749 §4.4). */
export async function grantToClient(deps: Deps, client: Client, { scope }: TokenRequest) {
  if (client.isPublic) {
    throw new OAuthError('unauthorized_client', 'A public client has no credentials of its own')
  }
  return issueToClient(deps, { client, scopes: grantedScopes(client.scope, scope) })
}
