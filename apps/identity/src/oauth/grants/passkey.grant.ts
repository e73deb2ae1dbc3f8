import type { Deps } from '#deps.ts'
import type { AuthenticationResponse } from '#sign-in/passkeys/passkey.contract.ts'
import { verifyPasskey } from '#sign-in/passkeys/verify-passkey.ts'
import { signInUser } from '#tokens/issue-tokens.ts'
import type { Visitor } from '#tokens/visitor.ts'
import type { Client } from '../client.queries.ts'
import { grantedScopes } from '../granted-scopes.ts'
import { OAuthError } from '../oauth-error.ts'

interface PasskeySignIn {
  challenge_token: string
  response: AuthenticationResponse
  scope?: string
}

export async function signInWithPasskey(
  deps: Deps,
  client: Client,
  { challenge_token: challengeToken, response, scope }: PasskeySignIn,
  visitor: Visitor,
) {
  const scopes = grantedScopes(client.scope, scope)
  const userId = await verifyPasskey(deps, { challengeToken, response, address: visitor.address ?? '' })
  if (userId === undefined)
    throw new OAuthError('invalid_grant', 'This passkey is not known here, or its answer is not right')
  return signInUser(deps, { client, userId, scopes, visitor })
}
