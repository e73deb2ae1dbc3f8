import type { Deps } from '#deps.ts'
import { verifySecondFactor } from '#sign-in/verify-credentials.ts'
import { signInUser } from '#tokens/issue-tokens.ts'
import type { Visitor } from '#tokens/visitor.ts'
import type { Client } from '../client.queries.ts'
import { grantedScopes } from '../granted-scopes.ts'
import { OAuthError } from '../oauth-error.ts'

interface SecondStep {
  two_factor_token: string
  code: string
  scope?: string
}

/** The second half of a sign-in whose password was right. */
export async function signInWithCode(
  deps: Deps,
  client: Client,
  { two_factor_token: token, code, scope }: SecondStep,
  visitor: Visitor,
) {
  const scopes = grantedScopes(client.scope, scope)
  const proven = await verifySecondFactor(deps, { token, code, address: visitor.address ?? '' })
  if (!proven) throw new OAuthError('invalid_grant', 'The code is not right, or was used before')
  return signInUser(deps, { client, ...proven, scopes, visitor })
}
