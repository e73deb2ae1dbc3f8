import type { Deps } from '#deps.ts'
import { issueAccessToken } from '#tokens/issue-tokens.ts'
import type { Client } from '../client.queries.ts'
import { grantedScopes } from '../granted-scopes.ts'
import { OAuthError } from '../oauth-error.ts'
import type { TokenRequest } from '../token.schema.ts'

/** A service acts for itself: no user, no refresh token (RFC 6749 §4.4). */
export async function issueToClient(deps: Deps, client: Client, { scope }: TokenRequest) {
  if (client.isPublic)
    throw new OAuthError('unauthorized_client', 'A public client has no credentials of its own')
  const scopes = grantedScopes(client.scope, scope)
  const { tokens } = await issueAccessToken(deps, deps.db, { client, userId: null, familyId: null, scopes })
  return tokens
}
