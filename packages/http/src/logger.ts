import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { destination, type Level, type Logger, pino } from 'pino'

const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'currentPassword',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'code_verifier',
]

const FURTHER = ['*["set-cookie"]', '*.*["set-cookie"]', 'body.code', 'query.code', 'err.detail']

/**
 * Nothing secret is logged on purpose; should an object with a secret get into a line, it is struck out. So is the
 * detail of a PostgreSQL error, which may quote a whole row.
 */
export function createLogger(service: string, level: Level | 'silent', output = standardOutput()): Logger {
  const paths = SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`])
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...paths, ...FURTHER], censor: '…' },
  }
  return pino(options, output)
}

/** Lines are gathered for a moment and written together: a write for each would cost more than most requests. */
function standardOutput() {
  const output = destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 })
  process.once('exit', () => output.flushSync())
  return output
}

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
