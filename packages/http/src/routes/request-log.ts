import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequestLog } from '@atrium/core/logger'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pathOf } from './request-path.ts'

/** The request id in every reply, and one log line per request, without the query, which can contain secrets. */
export function logRequests(app: FastifyInstance) {
  deferRequestLoggers(app.log)
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
    logRequest({ reqId, method, path: pathOf(request), status, ms: Math.round(elapsedTime), ip })
    done()
  })
}

type CreateChild = FastifyBaseLogger['child']
type Line = Parameters<FastifyBaseLogger['info']>

/**
 * Fastify creates a logger per request, with the request id in every line. This defers it until the request logs
 * something, which few do. Not by a `childLoggerFactory`, whose loggers Fastify checks each time.
 */
function deferRequestLoggers(log: FastifyBaseLogger) {
  const createChild = log.child.bind(log) as CreateChild
  const child = (...parameters: Parameters<CreateChild>) =>
    new RequestLogger(log.level, () => createChild(...parameters))
  Object.assign(log, { child })
}

class RequestLogger {
  readonly level: string
  readonly #create: () => FastifyBaseLogger
  #child: FastifyBaseLogger | undefined

  constructor(level: string, create: () => FastifyBaseLogger) {
    this.level = level
    this.#create = create
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

  child(...parameters: Parameters<CreateChild>) {
    return this.#own().child(...parameters)
  }

  #own() {
    this.#child ??= this.#create()
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
