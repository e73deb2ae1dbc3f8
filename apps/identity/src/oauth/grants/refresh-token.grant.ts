import { createHmac } from 'node:crypto'
import { inTransaction } from '@atrium/database/transaction'
import type { Database, Deps } from '#deps.ts'
import { type Holder, type IssuedTokens, issueAccessToken, issuePair } from '#tokens/issue-tokens.ts'
import { lockRefreshToken, markRotated, revokeFamily } from '#tokens/token.queries.ts'
import { deriveKey, tokenDigest } from '#tokens/token-digest.ts'
import type { Client } from '../client.queries.ts'
import { grantedScopes } from '../granted-scopes.ts'
import { OAuthError } from '../oauth-error.ts'
import type { TokenRequest } from '../token.schema.ts'

const LONGEST_FAMILY_MS = 90 * 86_400_000

type RefreshToken = NonNullable<Awaited<ReturnType<typeof lockRefreshToken>>>

/** Every use rotates the token. A second use is forgiven for a moment; after that it ends the family. */
export async function refreshTokens(deps: Deps, client: Client, { refresh_token, scope }: TokenRequest) {
  if (!refresh_token) throw new OAuthError('invalid_request', 'refresh_token is missing')
  const tokens = await inTransaction(deps, async (tx, announce) => {
    const record = await lockRefreshToken(tx, tokenDigest(deps.settings, refresh_token))
    if (!record || record.clientId !== client.id || !isAlive(record, deps.now())) return undefined
    const holder = {
      client,
      userId: record.userId,
      familyId: record.familyId,
      scopes: grantedScopes(record.familyScope, scope),
    }
    const successor = successorOf(deps, refresh_token)
    if (!record.rotatedAt) {
      await markRotated(tx, record.id, deps.now())
      return issuePair(deps, tx, holder, successor)
    }
    if (isWithinGrace(deps, record.rotatedAt, deps.now())) return issueOnceMore(deps, tx, holder, successor)
    await revokeFamily(tx, record.familyId, deps.now())
    await announce({ name: 'TokensRevoked', familyId: record.familyId })
    return undefined
  })
  if (!tokens) throw new OAuthError('invalid_grant', 'The refresh token is unknown, used, revoked or expired')
  return tokens
}

export function isAlive(
  { expiresAt, revokedAt, familyRevokedAt, familyCreatedAt, userArchivedAt }: RefreshToken,
  now: Date,
) {
  const hasEnded = revokedAt || familyRevokedAt || userArchivedAt
  return (
    !hasEnded &&
    expiresAt > now.toISOString() &&
    Date.parse(familyCreatedAt) + LONGEST_FAMILY_MS > now.getTime()
  )
}

export function isWithinGrace({ settings }: Deps, rotatedAt: string, now: Date) {
  return Date.parse(rotatedAt) + settings.OAUTH2_REFRESH_GRACE * 1000 >= now.getTime()
}

/** Several tabs, a lost answer, two instances: all get the same successor, each a fresh access token. */
async function issueOnceMore(
  deps: Deps,
  tx: Database,
  holder: Holder,
  successor: string,
): Promise<IssuedTokens> {
  const { tokens } = await issueAccessToken(deps, tx, holder)
  return { ...tokens, refreshToken: successor }
}

/** A keyed hash of the old token: every instance finds the same one, and only digests are stored. */
function successorOf({ settings }: Deps, refreshToken: string) {
  return createHmac('sha256', deriveKey(settings, 'refresh token successor'))
    .update(refreshToken)
    .digest('base64url')
}
