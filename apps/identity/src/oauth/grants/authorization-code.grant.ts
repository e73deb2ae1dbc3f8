import { sha256 } from '@atrium/core/sha256'
import { inTransaction } from '@atrium/database/transaction'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import type { Deps } from '#deps.ts'
import { type IssuedTokens, issueFamily } from '#tokens/issue-tokens.ts'
import { revokeFamily } from '#tokens/revoke-tokens.queries.ts'
import { type AuthorizationCode, lockAuthorizationCode, markCodeUsed } from '../authorization-code.queries.ts'
import type { Client } from '../client.queries.ts'
import { OAuthError } from '../oauth-error.ts'
import type { TokenRequest } from '../token.contract.ts'

/** RFC 6749 §4.1.3. The code is locked while it is redeemed, so of many attempts at once one succeeds. */
export async function redeemAuthorizationCode(
  deps: Deps,
  client: Client,
  request: TokenRequest,
): Promise<IssuedTokens> {
  if (!request.code) throw new OAuthError('invalid_request', 'code is missing')
  const digest = deps.secrets.digest(request.code)
  const tokens = await inTransaction(deps, async (tx, emit) => {
    const code = await lockAuthorizationCode(tx, digest)
    if (!code || code.clientId !== client.id) throw refusal('The code is unknown')
    if (code.usedAt) {
      // Somebody else may hold what the first use brought.
      if (code.familyId) {
        await revokeFamily(tx, code.familyId, deps.now())
        await emit({ type: 'TokensRevoked', familyId: code.familyId })
        await insertAuditEntry(tx, {
          at: deps.now().toISOString(),
          action: 'session.code_replayed',
          actorId: null,
          clientId: client.clientId,
          subjectType: 'user',
          subjectId: code.userId,
          details: { sessionId: code.familyId },
        })
      }
      return undefined
    }
    checkRedemption(code, request, deps.now())
    const { userId, address, userAgent } = code
    const holder = { client, userId, scopes: code.scope.split(' '), visitor: { address, userAgent } }
    const { familyId, tokens } = await issueFamily(deps, tx, holder)
    await markCodeUsed(tx, code.id, familyId, deps.now())
    return tokens
  })
  if (!tokens) throw refusal('The code was used before, or ended with the sign-ins of its user or client')
  return client.grantTypes.split(' ').includes('refresh_token') ? tokens : { ...tokens, refreshToken: null }
}

function checkRedemption(code: AuthorizationCode, { redirect_uri, code_verifier }: TokenRequest, now: Date) {
  if (code.expiresAt <= now.toISOString() || code.userArchivedAt) throw refusal('The code has expired')
  if (redirect_uri !== code.redirectUri)
    throw refusal('redirect_uri is not the one that the code was issued for')
  if (!code.codeChallenge) {
    if (code_verifier) throw refusal('code_verifier was sent, but the code was issued without a challenge')
    return
  }
  if (!code_verifier || !/^[\w.~-]{43,128}$/.test(code_verifier))
    throw refusal('code_verifier is missing or malformed')
  const challenge = sha256(code_verifier)
  if (challenge !== code.codeChallenge) throw refusal('code_verifier does not match the challenge') // RFC 7636 §4.6
}

function refusal(description: string) {
  return new OAuthError('invalid_grant', description)
}
