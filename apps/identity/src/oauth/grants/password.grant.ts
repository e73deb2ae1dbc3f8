import type { Deps } from '#deps.ts'
import { verifyCredentials } from '#sign-in/verify-credentials.ts'
import { issueFamily } from '#tokens/issue-tokens.ts'
import type { Client } from '../client.queries.ts'
import { grantedScopes } from '../granted-scopes.ts'
import { OAuthError } from '../oauth-error.ts'
import type { TokenRequest } from '../token.schema.ts'

export async function signInWithPassword(
  deps: Deps,
  client: Client,
  { username = '', password = '', scope }: TokenRequest,
  address: string,
) {
  const scopes = grantedScopes(client.scope, scope)
  const userId = await verifyCredentials(deps, { username, password, address })
  if (userId === undefined) throw new OAuthError('invalid_grant', 'The username or the password is wrong')
  const { tokens } = await issueFamily(deps, deps.db, { client, userId, scopes })
  return tokens
}
