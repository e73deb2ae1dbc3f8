import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@atrium/http/errors'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'

export interface AccessTokenClaims {
  sub: string | null
  jti: string
  client_id: string
  scopes: string[]
  exp: number
}

interface Options {
  /** Who a token must be from. */
  issuer: string
  /** Where the issuer is asked. */
  identityUrl: string
  /** This service's own client id: a token for another service is not for us. */
  audience: string
  /** Seconds for which a positive introspection may be kept. */
  keepSeconds: number
  now: () => Date
}

export interface TokenCheck {
  /** The claims of a token that is ours, in time and not revoked. */
  check: (token: string) => Promise<AccessTokenClaims | undefined>
  /** The next check asks the identity service again. */
  forget: (token: string) => void
}

const TIMEOUT_MS = 5000
const KEYS_KEPT_MS = 300_000
/** Tokens with made-up key ids cause no more requests than this. */
const FORCED_FETCH_EVERY_MS = 1000
const TRUSTED_WHILE_AWAY_MS = 300_000
const ANSWERS_KEPT = 10_000
const CLOCK_TOLERANCE_SECONDS = 30

/** Signature by the published keys first, then revocation by introspection. */
export function createTokenCheck({ issuer, identityUrl, audience, keepSeconds, now }: Options): TokenCheck {
  const keys = createRemoteJWKSet(new URL(`${identityUrl}/.well-known/jwks.json`), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: KEYS_KEPT_MS,
    cooldownDuration: Number.POSITIVE_INFINITY, // an unknown key id is ours to follow up
    headers: { 'cache-control': 'no-cache' },
  })
  const refetchKeys = limitRefetch(keys)
  const verified = new Map<string, AccessTokenClaims>()
  const lastActive = new Map<string, number>()
  const underWay = new Map<string, Promise<boolean>>()

  async function check(token: string) {
    const digest = digestOf(token)
    const claims = stillInTime(verified.get(digest)) ?? (await verify(digest, token))
    return claims && (await isActive(digest, token)) ? claims : undefined
  }

  /** A signature is verified once; what it says about time is looked at each time. */
  function stillInTime(claims: AccessTokenClaims | undefined) {
    return claims && claims.exp * 1000 > now().getTime() ? claims : undefined
  }

  async function verify(digest: string, token: string) {
    try {
      const claims = await verifySignature(token).catch(async error => {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        await refetchKeys() // signed by a key that is newer than what we fetched, perhaps
        return verifySignature(token)
      })
      keepNewest(verified, digest, claims)
      return claims
    } catch (error) {
      if (isNotYetValid(error)) throw clocksDiffer(error)
      if (isAboutTheToken(error)) return undefined
      throw identityIsAway(error)
    }
  }

  async function verifySignature(token: string) {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      audience,
      issuer,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now(),
    })
    return payload as unknown as AccessTokenClaims
  }

  async function isActive(digest: string, token: string) {
    const age = now().getTime() - (lastActive.get(digest) ?? Number.NEGATIVE_INFINITY)
    if (age < keepSeconds * 1000) return true
    const active = await introspectOnce(digest, token).catch(error => {
      if (age < TRUSTED_WHILE_AWAY_MS) return undefined // the last answer still stands
      throw identityIsAway(error)
    })
    if (active === false) lastActive.delete(digest)
    if (active) keepNewest(lastActive, digest, now().getTime())
    return active ?? true
  }

  /** However many requests come with one token, it is asked about once at a time. */
  function introspectOnce(digest: string, token: string) {
    const asked =
      underWay.get(digest) ?? introspect(identityUrl, token).finally(() => underWay.delete(digest))
    underWay.set(digest, asked)
    return asked
  }

  return { check, forget: token => void lastActive.delete(digestOf(token)) }
}

/** A fetch that begins after it was asked for, once for all who ask meanwhile, and never sooner than a second after the last. */
function limitRefetch(keys: ReturnType<typeof createRemoteJWKSet>) {
  let next: Promise<void> | undefined
  let lastAt = Number.NEGATIVE_INFINITY
  async function refetch() {
    await sleep(Math.max(0, lastAt + FORCED_FETCH_EVERY_MS - performance.now()))
    while (keys.reloading) await keys.reload().catch(() => {}) // begun earlier: it may not have the key yet
    next = undefined
    lastAt = performance.now()
    await keys.reload()
  }
  return () => {
    next ??= refetch()
    return next
  }
}

function digestOf(token: string) {
  return createHash('sha256').update(token).digest('base64url')
}

function keepNewest<Value>(kept: Map<string, Value>, key: string, value: Value) {
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > ANSWERS_KEPT && oldest) kept.delete(oldest)
}

async function introspect(identityUrl: string, token: string): Promise<boolean> {
  const response = await fetch(`${identityUrl}/token/introspect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`Introspection answered ${response.status}`)
  const { data } = (await response.json()) as { data: { active: boolean } }
  return data.active
}

/** jose's own errors are about the token, except those of fetching the keys. */
function isAboutTheToken(error: unknown) {
  if (!(error instanceof errors.JOSEError)) return false
  return !['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code)
}

/** The signature is verified before the claims are: the issuer's clock is ahead of ours. */
function isNotYetValid(error: unknown) {
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf'
}

function clocksDiffer(cause: unknown) {
  const message = 'The clocks of this service and the identity service differ too much; try again in a moment'
  return new Unavailable(message, CLOCK_TOLERANCE_SECONDS, cause)
}

function identityIsAway(cause: unknown) {
  return Object.assign(new Unavailable('The identity service does not answer; try again in a moment', 5), {
    cause,
  })
}
