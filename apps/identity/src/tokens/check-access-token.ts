import { type Actor, actorFrom } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { type Claims, verifyAccessToken } from './access-token.ts'
import { findLivingToken } from './token.queries.ts'
import { tokenDigest } from './token-digest.ts'

export interface CheckedToken {
  actor: Actor
  claims: Claims
}

/** The token check: on record and not revoked, then signature and time. */
export async function checkAccessToken(deps: Deps, token: string): Promise<CheckedToken | undefined> {
  const now = deps.now()
  const record = await findLivingToken(deps.db, tokenDigest(deps.settings, token), now)
  const claims = record && verifyAccessToken(deps.signingKeys, token, now)
  return claims && { actor: actorFrom(record), claims }
}
