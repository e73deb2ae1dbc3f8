import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import type { Level } from 'pino'

/** A logger for one request, with its id in every line; made only when a request has something to say. */
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
