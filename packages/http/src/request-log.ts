import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequestLog } from '@atrium/core/logger'
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify'

/** The request id in every reply, and one log line per request, without the query, which can contain secrets. */
export function logRequests(app: FastifyInstance) {
  const logRequest = createRequestLog(app.log)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    if (request.routeOptions.logLevel === 'silent') return done()
    const { id: reqId, method, ip } = request
    const path = request.url.split('?', 1)[0] ?? ''
    logRequest({ reqId, method, path, status, ms: Math.round(elapsedTime), ip })
    done()
  })
}

/** A logger with the request id in every line; created when the request logs something, which few do. */
export const requestLogger: FastifyServerOptions['childLoggerFactory'] = (logger, bindings, options) =>
  new RequestLogger(logger, bindings, options) as unknown as FastifyBaseLogger

type Line = Parameters<FastifyBaseLogger['info']>

class RequestLogger {
  readonly #parent: FastifyBaseLogger
  readonly #childParameters: Parameters<FastifyBaseLogger['child']>
  #child: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, ...childParameters: Parameters<FastifyBaseLogger['child']>) {
    this.#parent = parent
    this.#childParameters = childParameters
  }

  get level() {
    return this.#parent.level
  }

  fatal(...line: Line) {
    this.#own().fatal(...line)
  }

  error(...line: Line) {
    this.#own().error(...line)
  }

  warn(...line: Line) {
    this.#own().warn(...line)
  }

  info(...line: Line) {
    this.#own().info(...line)
  }

  debug(...line: Line) {
    this.#own().debug(...line)
  }

  trace(...line: Line) {
    this.#own().trace(...line)
  }

  silent() {}

  child(...parameters: Parameters<FastifyBaseLogger['child']>) {
    return this.#own().child(...parameters)
  }

  #own() {
    this.#child ??= this.#parent.child(...this.#childParameters)
    return this.#child
  }
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
