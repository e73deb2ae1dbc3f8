import type { FastifyRequest } from 'fastify'
import { Forbidden } from './errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A browser sends cookies by itself, so a change that is authenticated by a cookie must come from an origin
 * that we know. Whoever sends neither header is not a browser and cannot be tricked into it.
 */
export function checkOriginOfChange(request: FastifyRequest, allowedOrigins: string[]) {
  if (SAFE_METHODS.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin' || site === 'none' || (site === undefined && origin === undefined)) return
  if (origin !== undefined && allowedOrigins.includes(origin)) return
  throw new Forbidden('This request comes from an origin that is not allowed', {
    details: { origin: origin ?? null },
  })
}
