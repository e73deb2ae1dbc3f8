import { type DestinationStream, type Level, type Logger, pino } from 'pino'

const FLUSH_MS = 200
/** A write of up to 4 kB is never mixed with what another worker writes to the same pipe. Each write wakes its reader. */
const BUFFER_CHARACTERS = process.env.ATRIUM_WORKER ? 4096 : 16_384

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
 * Secrets are never logged on purpose; should one get into a line, it is redacted. So is the detail of a PostgreSQL
 * error, which can quote a whole row.
 */
export function createLogger(
  service: string,
  level: Level | 'silent',
  output: DestinationStream = standardOutput(),
): Logger {
  const paths = SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`])
  const isoNow = createClock()
  const options = {
    level,
    base: { service, worker: Number(process.env.ATRIUM_WORKER) || undefined },
    timestamp: () => `,"time":"${isoNow()}"`,
    redact: { paths: [...paths, ...FURTHER], censor: '…' },
  }
  return pino(options, output)
}

export interface RequestLine {
  reqId: string
  method: string
  path: string
  status: number
  ms: number
  ip: string
}

/**
 * Writes the line of a request as the logger would. Every request has one, and the logger takes several times as long
 * because it knows nothing about the fields in advance.
 */
export function createRequestLog(log: object): (line: RequestLine) => void {
  const logger = log as Logger & Record<symbol, unknown>
  if (!logger.isLevelEnabled('info')) return () => {}
  const output = logger[pino.symbols.streamSym] as DestinationStream
  const bindings = logger[pino.symbols.chindingsSym]
  const isoNow = createClock()
  return ({ reqId, method, path, status, ms, ip }) =>
    output.write(
      `{"level":30,"time":"${isoNow()}"${bindings},"reqId":"${reqId}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms},"ip":${JSON.stringify(ip)},"msg":"request"}\n`,
    )
}

/**
 * The logger of one request, as its `child` would be. That looks for secrets in the fields of the child first, which
 * takes a twentieth of a short request, for an id that few requests ever log.
 */
export function createRequestLogger<Log extends object>(log: Log, reqId: string): Log {
  const logger = Object.create(log)
  logger[pino.symbols.chindingsSym] += `,"reqId":"${reqId}"`
  return logger
}

/** Tells the time as text, which it formats once per millisecond. */
function createClock() {
  let instant = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== instant) text = new Date(now).toISOString()
    instant = now
    return text
  }
}

/**
 * Buffered: a write for each line would cost more than most requests. Not by pino's own destination: that waits at exit
 * for whatever reads the log, for ever if it has stalled.
 */
export function standardOutput(): DestinationStream {
  let buffer = ''
  let isUsed = false

  function flush() {
    process.stdout.write(buffer)
    buffer = ''
  }

  function begin() {
    isUsed = true
    process.once('exit', flush)
    process.stdout.on('error', () => {}) // nothing reads the log any more: no reason to stop
  }

  return {
    write(line: string) {
      if (!isUsed) begin()
      if (buffer !== '' && buffer.length + line.length > BUFFER_CHARACTERS) flush()
      if (buffer === '') setTimeout(flush, FLUSH_MS).unref()
      buffer += line
    },
  }
}
