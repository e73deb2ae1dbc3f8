import { hash } from 'node:crypto'
import { type Actor, actorFrom } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { twoFactorRoles } from '#settings.ts'
import { type Claims, verifyAccessToken } from './access-token.ts'
import { findLivingToken } from './token.queries.ts'
import { tokenDigest } from './token-digest.ts'

export interface CheckedToken {
  actor: Actor
  claims: Claims
}

/** The token check: on record and not revoked, then signature and time; remembered under the whole token's hash. */
export async function checkAccessToken(deps: Deps, token: string): Promise<CheckedToken | undefined> {
  const now = deps.now()
  const name = hash('sha256', token)
  const known = deps.tokenCache.find(name, now)
  if (known) return known

  const moment = deps.tokenCache.moment()
  const record = await findLivingToken(deps.db, tokenDigest(deps.settings, token), {
    now,
    twoFactorRoles: twoFactorRoles(deps.settings),
  })
  const claims = record && (await verifyRecorded(deps, token, now))
  if (!claims) return undefined
  const checked = { actor: actorFrom(record), claims }
  deps.tokenCache.remember(name, checked, moment)
  return checked
}

/** We issued it: a key that this instance does not know yet is one whose rotation it could not hear of. */
async function verifyRecorded({ keyRing }: Deps, token: string, now: Date) {
  const claims = verifyAccessToken(keyRing, token, now)
  if (claims) return claims
  await keyRing.catchUp()
  return verifyAccessToken(keyRing, token, now)
}
