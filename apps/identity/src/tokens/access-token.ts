import { type CompactJWSHeaderParameters, compactVerify, errors, SignJWT } from 'jose'
import { actorFrom } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { twoFactorRoles } from '#settings.ts'
import type { KeyRing } from './key-ring.ts'
import { findLivingToken } from './token.queries.ts'
import type { CheckedToken, Claims } from './token-cache.ts'

const ALGORITHM = 'RS256'
const CLOCK_SKEW_SECONDS = 30

/** Signs off the event loop. `type` is for tokens that must not be taken for another kind (RFC 8725 §3.11). */
export async function signToken(keyRing: KeyRing, claims: object, now: Date, type = 'JWT'): Promise<string> {
  const { kid, privateKey } = await keyRing.signing(now)
  return new SignJWT({ ...claims }).setProtectedHeader({ typ: type, alg: ALGORITHM, kid }).sign(privateKey)
}

/** The token is stored and not revoked; then its signature and time are checked. No promise if it is cached. */
export function checkAccessToken(deps: Deps, token: string) {
  const cached = deps.tokenCache.find(token)
  deps.counters.tokenChecks.add(cached ? 'hit' : 'miss')
  return cached ?? loadAccessToken(deps, token)
}

function loadAccessToken(deps: Deps, token: string): Promise<CheckedToken | undefined> {
  return deps.tokenCache.get(token, async () => {
    const now = deps.now()
    const record = await findLivingToken(deps.db, deps.secrets.digest(token), {
      now,
      twoFactorRoles: twoFactorRoles(deps.settings),
    })
    const claims = record && current(await verifyToken<Claims>(deps.keyRing, token), now)
    return claims && { actor: actorFrom(record), claims }
  })
}

/** Checks a token for requests to this service: a token that was issued for another service is refused. */
export function checkOwnAccessToken(deps: Deps, token: string) {
  const checked = checkAccessToken(deps, token)
  return checked instanceof Promise ? checked.then(ifOwn) : ifOwn(checked)
}

function ifOwn(checked: CheckedToken | undefined) {
  return checked?.claims.aud === checked?.claims.client_id ? checked : undefined
}

/** Returns the claims of a token that one of our keys signed, expired or not. */
export async function verifyToken<C>(keyRing: KeyRing, token: string): Promise<C | undefined> {
  try {
    const { payload } = await compactVerify(token, findKey, { algorithms: [ALGORITHM] })
    return JSON.parse(Buffer.from(payload).toString()) as C
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }

  async function findKey({ kid = '' }: CompactJWSHeaderParameters) {
    const key = await keyRing.verifying(kid)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
}

function current(claims: Claims | undefined, now: Date) {
  const seconds = now.getTime() / 1000
  return claims && claims.exp > seconds && claims.nbf <= seconds + CLOCK_SKEW_SECONDS ? claims : undefined
}
