import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequestLog } from '@atrium/core/logger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from './request-path.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a parameter of the path is a secret, which must not be logged or listed by search engines. */
    hasSecretPath?: boolean
  }
}

/** The request id in every reply, and one log line per request, without the query, which can contain secrets. */
export function logRequests(app: FastifyInstance) {
  const logRequest = createRequestLog(app.log)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (request.routeOptions.config.hasSecretPath) reply.header('x-robots-tag', 'noindex, nofollow')
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    if (request.routeOptions.logLevel === 'silent') return done()
    const { id: reqId, method, ip } = request
    logRequest({ reqId, method, path: loggedPath(request), status, ms: Math.round(elapsedTime), ip })
    done()
  })
}

function loggedPath(request: FastifyRequest) {
  const { config, url } = request.routeOptions
  return config.hasSecretPath ? (url ?? '') : pathOf(request)
}

interface CurrentRequest {
  id: string
  ip: string
  /** Each service knows the type. */
  actor: unknown
}

// Implicit, because only audit entries and activity need it: passed explicitly, every command would take a request.
const requests = new AsyncLocalStorage<CurrentRequest>()

/** The request that is being handled; undefined in a job or a command. */
export function currentRequest() {
  return requests.getStore()
}

/** Runs the handler of a request, which `currentRequest` then returns. */
export function handleAsCurrent<Result>(request: CurrentRequest, handle: () => Result) {
  return requests.run(request, handle)
}
