import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { TooManyRequests } from './errors.ts'
import { refuseCrossSiteReads } from './origin-check.ts'

interface ProtectionOptions {
  serverUrl: string
  allowedOrigins: string[]
  hasRateLimit: boolean
  /** A connection of ioredis; without it each instance counts for itself. */
  sharedLimits?: object | undefined
}

const REQUESTS_PER_MINUTE = 6000

/** Security headers, CORS and the rate limit. */
export async function protect(app: FastifyInstance, options: ProtectionOptions) {
  const { serverUrl, allowedOrigins, hasRateLimit, sharedLimits } = options
  setSecurityHeaders(app, { isEncrypted: serverUrl.startsWith('https:') })
  const closed = new Set<string>()
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.noCors) closed.add(url)
  })
  await app.register(cors, {
    delegator: (request, done) => {
      const { config } = request.routeOptions
      const isClosed = config.noCors || closed.has(request.url.split('?', 1)[0] ?? '')
      const none = request.method === 'OPTIONS' ? [] : false // a preflight is answered in any case
      const origin = isClosed ? none : allowedOrigins
      done(null, {
        origin,
        credentials: true,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        exposedHeaders: ['X-Request-Id', 'Retry-After'],
        maxAge: 600,
        strictPreflight: false,
      })
    },
  })
  refuseCrossSiteReads(app, allowedOrigins)
  if (!hasRateLimit) return
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    redis: sharedLimits,
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
