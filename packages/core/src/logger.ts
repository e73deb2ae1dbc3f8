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
