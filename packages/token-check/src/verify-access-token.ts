import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@atrium/core/errors'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { createIntrospection, digestOf, type Ended, keepNewest } from './introspection.ts'

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
  /** This service's own client: a token for another one is not for us. */
  client: { clientId: string; clientSecret: string }
  /** Seconds for which a positive introspection may be kept. */
  keepSeconds: number
  /** Whether this instance hears of sign-outs at the others; while it does not, it asks each time. */
  hearsSignOuts: () => boolean
  now: () => Date
}

export interface TokenCheck {
  /** The claims of a token that is ours, in time and not revoked; with `mustAsk` as of now, not of a moment ago. */
  check: (token: string, options?: { mustAsk?: boolean }) => Promise<AccessTokenClaims | undefined>
  /** The next checks ask the identity service again. */
  forget: (ended: Ended) => void
  forgetAll: () => void
  /** Another number after each of them; undefined while sign-outs at other instances cannot be heard. */
  signOutsHeard: () => number | undefined
}

const TIMEOUT_MS = 5000
const KEYS_KEPT_MS = 300_000
/** Tokens with made-up key ids cause no more requests than this. */
const FORCED_FETCH_EVERY_MS = 1000
const CLOCK_TOLERANCE_SECONDS = 30

/** Signature by the published keys first, then revocation by introspection. */
export function createTokenCheck(options: Options): TokenCheck {
  const { issuer, identityUrl, client, now } = options
  const keys = createRemoteJWKSet(new URL(`${identityUrl}/.well-known/jwks.json`), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: KEYS_KEPT_MS,
    cooldownDuration: Number.POSITIVE_INFINITY, // an unknown key id is ours to follow up
    headers: { 'cache-control': 'no-cache' },
  })
  const refetchKeys = limitRefetch(keys)
  const verified = new Map<string, AccessTokenClaims>()
  const introspection = createIntrospection({ ...options, credentials: client })

  async function check(token: string, { mustAsk = false } = {}) {
    const digest = digestOf(token)
    const claims = stillInTime(verified.get(digest)) ?? (await verify(digest, token))
    if (!claims) return undefined
    const asked = introspection.isActive({ digest, token, sub: claims.sub }, mustAsk)
    const isActive = await asked.catch(error => {
      throw identityIsAway(error)
    })
    return isActive ? claims : undefined
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
      audience: client.clientId,
      issuer,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now(),
    })
    return payload as unknown as AccessTokenClaims
  }

  const { forget, forgetAll, signOutsHeard } = introspection
  return { check, forget, forgetAll, signOutsHeard }
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
