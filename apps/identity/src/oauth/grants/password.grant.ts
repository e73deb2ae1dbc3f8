import type { Deps } from '#deps.ts'
import { verifyCredentials } from '#sign-in/verify-credentials.ts'
import { signInUser } from '#tokens/issue-tokens.ts'
import type { Visitor } from '#tokens/visitor.ts'
import type { Client } from '../client.queries.ts'
import { grantedScopes } from '../granted-scopes.ts'
import { OAuthError } from '../oauth-error.ts'
import type { TokenRequest } from '../token.contract.ts'

export async function signInWithPassword(
  deps: Deps,
  client: Client,
  { username = '', password = '', two_factor_code: code, scope }: TokenRequest,
  visitor: Visitor,
) {
  const scopes = grantedScopes(client.scope, scope)
  const address = visitor.address ?? ''
  const proven = await verifyCredentials(deps, { username, password, code, address })
  if (!proven) throw new OAuthError('invalid_grant', 'The username or the password is wrong')
  return signInUser(deps, { client, ...proven, scopes, visitor })
}
