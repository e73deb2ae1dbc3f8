import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import type { Level } from 'pino'

/** The request id in every reply, and one log line per request, without the query, which can contain secrets. */
export function logRequests(app: FastifyInstance) {
  const accessLog = app.log.child({}, { redact: [] }) // it never sees more than these fields
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.logLevel === 'silent') return done()
    const path = request.url.split('?', 1)[0]
    const { id: reqId, method, ip } = request
    accessLog.info(
      { reqId, method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip },
      'request',
    )
    done()
  })
}

/** A logger with the request id in every line; created when the request logs something, which few do. */
export const requestLogger: FastifyServerOptions['childLoggerFactory'] = (logger, bindings, options) => {
  let child: FastifyBaseLogger | undefined
  const own = () => {
    child ??= logger.child(bindings, options)
    return child
  }
  const say = (level: Level) => (first: object, text?: string) => own()[level](first, text)
  return {
    level: logger.level,
    fatal: say('fatal'),
    error: say('error'),
    warn: say('warn'),
    info: say('info'),
    debug: say('debug'),
    trace: say('trace'),
    silent: () => {},
    child: (...parameters: Parameters<FastifyBaseLogger['child']>) => own().child(...parameters),
  } as FastifyBaseLogger
}

interface CurrentRequest {
  id: string
  ip: string
}

// Implicit, because only audit entries need it: passed explicitly, every command that writes one would take a request.
const requests = new AsyncLocalStorage<CurrentRequest>()

/** The request that is being handled; undefined in a job or a command. */
export function currentRequest() {
  return requests.getStore()
}

/** Twice, because reading a body leaves the context of the first hook. */
export function trackCurrentRequest(app: FastifyInstance) {
  const track = ({ id, ip }: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    requests.run({ id, ip }, done)
  app.addHook('onRequest', track)
  app.addHook('preValidation', track)
}
