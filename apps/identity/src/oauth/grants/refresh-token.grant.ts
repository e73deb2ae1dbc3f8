import { inTransaction } from '@atrium/database/transaction'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import type { Deps } from '#deps.ts'
import { type IssuedTokens, issueRefreshed } from '#tokens/issue-tokens.ts'
import { revokeFamily } from '#tokens/revoke-tokens.queries.ts'
import type { RefreshToken } from '#tokens/token.queries.ts'
import { MAX_SESSION_DAYS } from '#tokens/user-session.contract.ts'
import type { Client } from '../client.queries.ts'
import { grantedScopes } from '../granted-scopes.ts'
import { OAuthError } from '../oauth-error.ts'
import type { TokenRequest } from '../token.contract.ts'

const MAX_SESSION_MS = MAX_SESSION_DAYS * 86_400_000

/** Every use rotates the token. A second use is forgiven for a moment; after that it ends the family. */
export async function refreshTokens(
  deps: Deps,
  client: Client,
  { refresh_token, scope }: TokenRequest,
): Promise<IssuedTokens> {
  if (!refresh_token) throw new OAuthError('invalid_request', 'refresh_token is missing')
  const used = await deps.findRefreshToken(deps.secrets.digest(refresh_token))
  if (!used || used.clientId !== client.id || !isAlive(used, deps.now())) throw refusal()
  if (used.rotatedAt && !isWithinGrace(deps, used.rotatedAt, deps.now())) {
    await endFamily(deps, client, used)
    throw refusal()
  }
  const scopes = grantedScopes(used.familyScope, scope)
  const successor = successorOf(deps, refresh_token)
  const tokens = await issueRefreshed(deps, used, successor, { client, userId: used.userId, scopes })
  if (!tokens) throw refusal()
  return tokens
}

function isAlive(
  { expiresAt, revokedAt, familyRevokedAt, familyCreatedAt, userArchivedAt }: RefreshToken,
  now: Date,
) {
  const hasEnded = revokedAt || familyRevokedAt || userArchivedAt
  return (
    !hasEnded && expiresAt > now.toISOString() && Date.parse(familyCreatedAt) + MAX_SESSION_MS > now.getTime()
  )
}

/** Several tabs, a lost answer, two instances: within the grace all get the same successor. */
function isWithinGrace({ settings }: Deps, rotatedAt: string, now: Date) {
  return Date.parse(rotatedAt) + settings.OAUTH2_REFRESH_GRACE * 1000 >= now.getTime()
}

async function endFamily(deps: Deps, { clientId }: Client, { familyId, userId }: RefreshToken) {
  await inTransaction(deps, async (tx, emit) => {
    const isEnded = await revokeFamily(tx, familyId, deps.now())
    await emit({ type: 'TokensRevoked', familyId })
    if (!isEnded) return
    await insertAuditEntry(tx, {
      at: deps.now().toISOString(),
      action: 'session.refresh_reused',
      actorId: null,
      clientId,
      subjectType: 'user',
      subjectId: userId,
      details: { sessionId: familyId },
    })
  })
}

/** A keyed hash of the old token: every instance finds the same one, and only digests are stored. */
function successorOf({ secrets }: Deps, refreshToken: string) {
  return secrets.sign('refresh token successor', refreshToken)
}

function refusal() {
  return new OAuthError('invalid_grant', 'The refresh token is unknown, used, revoked or expired')
}
