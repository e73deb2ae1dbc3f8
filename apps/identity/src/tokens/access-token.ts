import { sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { sha256 } from '@atrium/core/sha256'
import { actorFrom } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { twoFactorRoles } from '#settings.ts'
import type { KeyRing } from './key-ring.ts'
import { findLivingToken } from './token.queries.ts'
import type { CheckedToken, Claims } from './token-cache.ts'

// With a callback node:crypto signs off the event loop.
const signInBackground = promisify(sign) as (algorithm: string, data: Buffer, key: object) => Promise<Buffer>

const CLOCK_SKEW_SECONDS = 30

export async function signAccessToken(keyRing: KeyRing, claims: Claims, now: Date): Promise<string> {
  const { header, privateKey } = await keyRing.signing(now)
  const signed = `${header}.${encode(claims)}`
  const signature = await signInBackground('RSA-SHA256', Buffer.from(signed), privateKey)
  return `${signed}.${signature.toString('base64url')}`
}

/** The token is stored and not revoked; then its signature and time are checked. */
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

/** As checkAccessToken, for requests to this service: a token that was issued for another service is refused. */
export async function checkOwnAccessToken(deps: Deps, token: string) {
  const checked = await checkAccessToken(deps, token)
  return checked?.claims.aud === checked?.claims.client_id ? checked : undefined
}

/** The claims of a current token that one of our keys signed; RS256 only. */
async function verifyAccessToken(keyRing: KeyRing, token: string, now: Date): Promise<Claims | undefined> {
  const [header, payload, signature, ...rest] = token.split('.')
  if (!header || !payload || !signature || rest.length > 0) return undefined
  const { alg, kid } = decode<{ alg: string; kid: string }>(header) ?? {}
  const key = kid === undefined ? undefined : await keyRing.verifying(kid)
  if (alg !== 'RS256' || !key) return undefined
  const signed = Buffer.from(`${header}.${payload}`)
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))) return undefined

  const claims = decode<Claims>(payload)
  const seconds = now.getTime() / 1000
  return claims && claims.exp > seconds && claims.nbf <= seconds + CLOCK_SKEW_SECONDS ? claims : undefined
}

function encode(value: object) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode<T>(part: string): T | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as T
  } catch {
    return undefined
  }
}
