import { type Level, pino } from 'pino'

const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'currentPassword',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'code',
  'code_verifier',
]

/**
 * Nothing secret is logged on purpose; should an object with a secret get into a line, it is struck out. So is the
 * detail of a PostgreSQL error, which may quote a whole row.
 */
export function createLogger(service: string, level: Level | 'silent') {
  const paths = SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`])
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...paths, '*["set-cookie"]', '*.*["set-cookie"]', 'err.detail'], censor: '…' },
  })
}
