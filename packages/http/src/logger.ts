import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { type DestinationStream, type Level, type Logger, pino } from 'pino'

const GATHER_MS = 200
const GATHER_CHARACTERS = 4096
let gathered = ''

const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'currentPassword',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'clientSecret',
  'two_factor_token',
  'two_factor_code',
  'recoveryCodes',
  'code_verifier',
]

const FURTHER = ['*["set-cookie"]', '*.*["set-cookie"]', 'body.code', 'query.code', 'err.detail']

/**
 * Nothing secret is logged on purpose; should an object with a secret get into a line, it is struck out. So is the
 * detail of a PostgreSQL error, which may quote a whole row.
 */
export function createLogger(
  service: string,
  level: Level | 'silent',
  output: DestinationStream = standardOutput,
): Logger {
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
const standardOutput = {
  write(line: string) {
    if (gathered === '') setTimeout(flush, GATHER_MS).unref()
    gathered += line
    if (gathered.length > GATHER_CHARACTERS) flush()
  },
}

function flush() {
  process.stdout.write(gathered)
  gathered = ''
}

process.once('exit', flush)
process.stdout.on('error', () => {}) // whoever read the log was killed: no reason to stay, nor to complain

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
