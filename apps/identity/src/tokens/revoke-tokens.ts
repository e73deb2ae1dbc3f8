import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { revokeAccessToken, revokeFamily, revokeUserTokens } from './revoke-tokens.queries.ts'
import { findAccessToken, findRefreshToken } from './token.queries.ts'
import { tokenDigest } from './token-digest.ts'

/** An access or a refresh token that is on record, however old: it still says which sign-in it came from. */
export async function findIssuedToken({ db, settings }: Deps, token: string) {
  const digest = tokenDigest(settings, token)
  const access = await findAccessToken(db, digest)
  if (access) return access
  const refresh = await findRefreshToken(db, digest)
  return refresh && { ...refresh, tokenId: '' }
}

/** Ends the presented token, and with a user's token the whole sign-in that it came from. */
export function revokePresented(deps: Deps, { tokenId, familyId }: Pick<Actor, 'tokenId' | 'familyId'>) {
  return inTransaction(deps, async (tx, announce) => {
    if (familyId === null) {
      const revoked = await revokeAccessToken(tx, tokenId, deps.now())
      await announce({ name: 'TokensRevoked', tokenId })
      return revoked
    }
    const revoked = await revokeFamily(tx, familyId, deps.now())
    await announce({ name: 'TokensRevoked', familyId })
    return revoked
  })
}

/** Ends every sign-in of the user, at every client. */
export function revokeAllOfUser(deps: Deps, userId: number) {
  return inTransaction(deps, async (tx, announce) => {
    const revoked = await revokeUserTokens(tx, userId, deps.now())
    await announce({ name: 'TokensRevoked', userId })
    return revoked
  })
}
