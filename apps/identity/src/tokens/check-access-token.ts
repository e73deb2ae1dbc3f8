import { sha256 } from '@atrium/core/sha256'
import { actorFrom } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { twoFactorRoles } from '#settings.ts'
import { verifyAccessToken } from './access-token.ts'
import { findLivingToken } from './token.queries.ts'
import type { CheckedToken } from './token-cache.ts'

/** The token check: on record and not revoked, then signature and time. */
export function checkAccessToken(deps: Deps, token: string): Promise<CheckedToken | undefined> {
  return deps.tokenCache.get(sha256(token), async () => {
    const now = deps.now()
    const record = await findLivingToken(deps.db, deps.secrets.digest(token), {
      now,
      twoFactorRoles: twoFactorRoles(deps.settings),
    })
    const claims = record && (await verifyAccessToken(deps.keyRing, token, now))
    return claims && { actor: actorFrom(record), claims }
  })
}
