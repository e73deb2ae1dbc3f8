import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WorkerChannel } from '../process/worker-channel.ts'
import { createWorkerLimits } from '../process/worker-limits.ts'
import { Forbidden, TooManyRequests } from '../routes/errors.ts'
import { allowOrigins } from './cors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something: a page of another site must not cause it. */
    changesState?: boolean
  }
}

interface ProtectionOptions {
  serverUrl: string
  allowedOrigins: string[]
  isApplicationOrigin?: ((origin: string) => Promise<boolean>) | undefined
  hasRateLimit: boolean
  /** A connection of ioredis; without it each instance counts for itself, together with its other workers. */
  sharedLimits?: object | undefined
  workers: WorkerChannel | undefined
}

const REQUESTS_PER_MINUTE = 6000

/** Security headers, CORS and the rate limit. */
export async function protect(app: FastifyInstance, options: ProtectionOptions) {
  const { serverUrl, allowedOrigins, hasRateLimit, sharedLimits, workers } = options
  const { isApplicationOrigin = async () => false } = options
  setSecurityHeaders(app, { isEncrypted: serverUrl.startsWith('https:') })
  allowOrigins(app, allowedOrigins, isApplicationOrigin)
  refuseCrossSiteReads(app, allowedOrigins)
  if (!hasRateLimit) return
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    redis: sharedLimits,
    ...(workers && !sharedLimits && { store: createWorkerLimits(workers) }),
    nameSpace: `atrium limit ${serverUrl} `,
    skipOnError: true,
    errorResponseBuilder: (_request, { ttl }) =>
      new TooManyRequests('rate_limited', { retryAfter: Math.ceil(ttl / 1000) }),
  })
}

/** On every reply; a page replaces the policy by its own. */
function setSecurityHeaders(app: FastifyInstance, { isEncrypted }: { isEncrypted: boolean }) {
  const headers = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isEncrypted && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function isChange({ method, routeOptions }: FastifyRequest) {
  return !SAFE_METHODS.has(method) || routeOptions.config.changesState === true
}

/**
 * A browser sends cookies automatically, so a change that is authenticated by a cookie must come from an origin
 * that we know. A client that sends neither header is not a browser and can't be tricked into it.
 */
export function checkOriginOfChange(request: FastifyRequest, allowedOrigins: string[]) {
  if (SAFE_METHODS.has(request.method) || isOriginAllowed(request, allowedOrigins)) return
  throw foreignOrigin(request.headers.origin)
}

export function isOriginAllowed({ headers }: FastifyRequest, allowedOrigins: string[]) {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === 'same-origin' || site === 'none' || (site === undefined && origin === undefined)) return true
  return origin !== undefined && allowedOrigins.includes(origin)
}

/**
 * A GET is sent for any link, image or redirect, with cookies that are not Strict and usually without an Origin; a link of
 * a front end on another site is known by its Referer. Only browsers send Sec-Fetch-Site, so a request without it is let
 * through.
 */
function refuseCrossSiteReads(app: FastifyInstance, allowedOrigins: string[]) {
  const refuse = ({ headers }: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
    const { 'sec-fetch-site': site, referer = '' } = headers
    const origin = headers.origin ?? URL.parse(referer)?.origin
    const isRefused = site === 'cross-site' && !(origin !== undefined && allowedOrigins.includes(origin))
    done(isRefused ? foreignOrigin(headers.origin) : undefined)
  }
  app.addHook('onRoute', route => {
    if (route.config?.changesState) route.onRequest = [refuse, route.onRequest ?? []].flat()
  })
}

function foreignOrigin(origin: string | undefined) {
  return new Forbidden('foreign_origin', { origin: origin ?? null })
}
