import { sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { actorFrom } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { twoFactorRoles } from '#settings.ts'
import type { KeyRing } from './key-ring.ts'
import { findLivingToken } from './token.queries.ts'
import type { CheckedToken, Claims } from './token-cache.ts'

// With a callback node:crypto signs off the event loop.
const signInBackground = promisify(sign) as (algorithm: string, data: Buffer, key: object) => Promise<Buffer>

const CLOCK_SKEW_SECONDS = 30

/** `type` is for tokens that must not be taken for another kind (RFC 8725 §3.11). */
export async function signToken(keyRing: KeyRing, claims: object, now: Date, type?: string): Promise<string> {
  const { kid, header, privateKey } = await keyRing.signing(now)
  const signed = `${type ? encode({ typ: type, alg: 'RS256', kid }) : header}.${encode(claims)}`
  const signature = await signInBackground('RSA-SHA256', Buffer.from(signed), privateKey)
  return `${signed}.${signature.toString('base64url')}`
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

/** As checkAccessToken, for requests to this service: a token that was issued for another service is refused. */
export function checkOwnAccessToken(deps: Deps, token: string) {
  const checked = checkAccessToken(deps, token)
  return checked instanceof Promise ? checked.then(ifOwn) : ifOwn(checked)
}

function ifOwn(checked: CheckedToken | undefined) {
  return checked?.claims.aud === checked?.claims.client_id ? checked : undefined
}

/** The claims of a token that one of our keys signed, expired or not; RS256 only. */
export async function verifyToken<C>(keyRing: KeyRing, token: string): Promise<C | undefined> {
  const [header, payload, signature, ...rest] = token.split('.')
  if (!header || !payload || !signature || rest.length > 0) return undefined
  const { alg, kid } = decode<{ alg: string; kid: string }>(header) ?? {}
  const key = kid === undefined ? undefined : await keyRing.verifying(kid)
  if (alg !== 'RS256' || !key) return undefined
  const signed = Buffer.from(`${header}.${payload}`)
  return verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))
    ? decode<C>(payload)
    : undefined
}

function current(claims: Claims | undefined, now: Date) {
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
