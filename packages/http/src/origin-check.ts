import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Forbidden } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something: a page of another site must not cause it. */
    changesState?: boolean
  }
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
  if (SAFE_METHODS.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin' || site === 'none' || (site === undefined && origin === undefined)) return
  if (origin !== undefined && allowedOrigins.includes(origin)) return
  throw foreignOrigin(origin)
}

/**
 * A GET is sent for any link, image or redirect, with cookies that are not Strict and usually without an Origin. Only
 * browsers send Sec-Fetch-Site, so a request without it is let through.
 */
export function refuseCrossSiteReads(app: FastifyInstance, allowedOrigins: string[]) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const isRefused =
      request.routeOptions.config.changesState &&
      site === 'cross-site' &&
      !(origin !== undefined && allowedOrigins.includes(origin))
    done(isRefused ? foreignOrigin(origin) : undefined)
  })
}

function foreignOrigin(origin: string | undefined) {
  return new Forbidden('foreign_origin', { origin: origin ?? null })
}
