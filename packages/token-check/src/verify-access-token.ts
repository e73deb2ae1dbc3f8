import { setTimeout as sleep } from 'node:timers/promises'
import { errorsOf } from '@atrium/core/errors'
import { isPersonalToken, isWellFormedPersonalToken } from '@atrium/core/personal-token'
import { sharedErrors } from '@atrium/core/shared.errors'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { createIntrospection, type IntrospectionAnswer, type IntrospectionOptions } from './introspection.ts'

export interface AccessTokenClaims {
  /** This service's client, or its address for tokens of other clients (RFC 8707). */
  aud: string
  sub: string | null
  jti: string
  client_id: string
  scopes: string[]
  exp: number
  /** When it was issued; a personal access token does not say. */
  iat?: number
  /** The application that another client's token, or a personal access token, belongs to. */
  application?: string
  /** The projects that a personal access token is limited to. */
  projectIds?: number[]
  /** Whether the user has the role owner at the identity service, as of the last answer. */
  isOwner?: boolean
}

interface Options extends IntrospectionOptions {
  /** Who a token must be from; `identityUrl` is where this service reaches it. */
  issuer: string
  /** This service's address, for which other clients can request tokens. */
  resource: string
  /** Parts of this service with tokens of their own, which are worth nothing elsewhere. */
  otherResources?: readonly string[]
}

export interface TokenCheck {
  /**
   * The claims of a valid, active token for this service, or for its part with a resource of its own; for a change, no token
   * counts whose end has been confirmed.
   */
  check: (
    token: string,
    options?: { isChange?: boolean; resource?: string },
  ) => Promise<AccessTokenClaims | undefined>
  /** The claims of what the identity service signed for this service, other than an access token. */
  verifyStatement: <Claims>(token: string, type: string) => Promise<Claims | undefined>
  /** Changes with every sign-out; undefined while this instance cannot hear them. */
  signOutsHeard: () => number | undefined
  /** How many checks the cache answered, how many it could not answer, and how many had to be asked about anyway. */
  cacheUses: () => Record<string, number>
}

const { Unavailable } = errorsOf(sharedErrors)

const KEYS_MAX_AGE_MS = 300_000
/** Tokens with made-up key ids cause no more requests than this. */
const FORCED_FETCH_EVERY_MS = 1000
const CLOCK_TOLERANCE_SECONDS = 30

/**
 * Verifies the signature with the published keys first, then asks whether the token is still active. A personal access
 * token has no signature; its checksum is verified instead.
 */
export function createTokenCheck(options: Options): TokenCheck {
  const { issuer, identityUrl, client, resource, otherResources = [], now } = options
  const keys = createRemoteJWKSet(new URL(`${identityUrl}/.well-known/jwks.json`), {
    timeoutDuration: options.timeoutMs,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    cooldownDuration: Number.POSITIVE_INFINITY, // an unknown key id is followed up below
    headers: { 'cache-control': 'no-cache' },
  })
  const refetchKeys = limitRefetch(keys)
  const introspection = createIntrospection(options, completeClaims)

  async function check(token: string, { isChange = false, resource: part = resource } = {}) {
    const known = unlessExpired(introspection.lastClaims(token))
    if (isPersonalToken(token)) {
      if (!isWellFormedPersonalToken(token)) return undefined
      return unlessExpired(await findActive({ token }, isChange))
    }
    const claims = known ?? (await verify(token))
    if (!claims || !isFor(claims, part)) return undefined
    return findActive({ token, claims }, isChange)
  }

  /** A token of a part is good there only; what the part accepts besides it decides. */
  function isFor({ aud }: AccessTokenClaims, part: string) {
    return aud === part || !otherResources.includes(aud)
  }

  function findActive(...parameters: Parameters<typeof introspection.findActive>) {
    return introspection.findActive(...parameters).catch(error => {
      throw identityUnavailable(error)
    })
  }

  /** A personal access token has no claims of its own: all that is known about it is the answer. */
  function completeClaims(answer: IntrospectionAnswer, verified: AccessTokenClaims | undefined) {
    const { sub = null, scope = '', exp = Number.POSITIVE_INFINITY, jti = '' } = answer
    const { client_name, token_name, project_ids, is_owner } = answer
    const current = is_owner === undefined ? {} : { isOwner: is_owner }
    if (verified)
      return { ...verified, ...current, ...(client_name !== undefined && { application: client_name }) }
    const personal: AccessTokenClaims = {
      aud: resource,
      client_id: '',
      sub,
      jti,
      exp,
      scopes: scope.split(' '),
    }
    return {
      ...personal,
      ...current,
      ...(token_name !== undefined && { application: token_name }),
      ...(project_ids && { projectIds: project_ids }),
    }
  }

  /** A signature is verified once, the time at every check. */
  function unlessExpired(claims: AccessTokenClaims | undefined) {
    return claims && claims.exp * 1000 > now().getTime() ? claims : undefined
  }

  async function verify(token: string, type?: string) {
    try {
      return await verifySignature(token, type).catch(async error => {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        await refetchKeys() // the key may be newer than the fetched key set
        return verifySignature(token, type)
      })
    } catch (error) {
      if (isNotYetValid(error)) throw clocksDiffer(error)
      if (isAboutTheToken(error)) return undefined
      throw identityUnavailable(error)
    }
  }

  async function verifySignature(token: string, type?: string) {
    const { payload } = await jwtVerify(token, keys, {
      ...(type && { typ: type }),
      algorithms: ['RS256'],
      audience: [client.clientId, resource, ...otherResources],
      issuer,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now(),
    })
    return payload as unknown as AccessTokenClaims
  }

  const { signOutsHeard, cacheUses } = introspection
  async function verifyStatement<Claims>(token: string, type: string) {
    return (await verify(token, type)) as unknown as Claims | undefined
  }

  return { check, verifyStatement, signOutsHeard, cacheUses }
}

/** A fetch that starts after the call, shared by concurrent callers, and at most one per second. */
function limitRefetch(keys: ReturnType<typeof createRemoteJWKSet>) {
  let next: Promise<void> | undefined
  let lastAt = Number.NEGATIVE_INFINITY
  async function refetch() {
    await sleep(Math.max(0, lastAt + FORCED_FETCH_EVERY_MS - performance.now()))
    while (keys.reloading) await keys.reload().catch(() => {}) // started earlier: it may lack the key
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
  return new Unavailable('clocks_differ', { retryAfter: CLOCK_TOLERANCE_SECONDS }, { cause })
}

function identityUnavailable(cause: unknown) {
  return new Unavailable('identity_unavailable', { retryAfter: 5 }, { cause })
}
