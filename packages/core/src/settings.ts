import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Static, type TObject, Type } from 'typebox'
import { type FieldError, fieldText, StartRefused } from './errors.ts'
import { languageCodes } from './languages.ts'
import { OneOf } from './schema.ts'
import { sharedErrors } from './shared.errors.ts'
import { compileRecordCheck } from './validation.ts'

/** For how long something is kept; 0 means for ever. */
export function Days(fallback: number) {
  return Type.Integer({ minimum: 0, maximum: 36_500, default: fallback })
}

/** The settings of both services. */
export const CommonSettings = {
  HOST: Type.String({ default: '127.0.0.1' }),
  NODE_ENV: OneOf('production', 'development', 'test'),
  LOG_LEVEL: OneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  TRUST_PROXY: Type.Optional(
    Type.String({
      format: 'proxies',
      errorCode: 'must be true, a number of hops, or addresses of proxies',
    }),
  ),
  RATE_LIMIT: OneOf('on', 'off'),
  CORS_ORIGINS: Type.Optional(
    Type.String({ format: 'origins', errorCode: 'must be origins such as https://app.example.org' }),
  ),
  COOKIE_DOMAIN: Type.Optional(Type.String()),
  COOKIE_SECURE: Type.Boolean({ default: true }),
  MAIL_URL: Type.String({
    pattern: '^(smtps?://|file:).',
    errorCode: 'must be smtp://…, smtps://… or file:FOLDER',
  }),
  MAIL_FROM: Type.String({ default: 'Atrium <atrium@localhost>' }),
  MAIL_TLS_CA: Type.Optional(Type.String()),
  /** Whom people ask who can't sign in any more, such as after their account was archived. */
  SUPPORT_EMAIL: Type.Optional(Type.String({ format: 'email', errorCode: 'must be an email address' })),
  /** What people can choose from: `offeredLanguages`. */
  LANGUAGES: Type.Optional(
    Type.String({
      format: 'languages',
      errorCode: `must be codes of languages separated by commas, out of ${languageCodes.join(',')}`,
    }),
  ),
  STORAGE_URL: Type.String({
    pattern: '^(file:|s3://).',
    errorCode: 'must be file:FOLDER or s3://KEY:SECRET@HOST/BUCKET',
  }),
  /** Where files are that `files:move` has not moved yet. */
  STORAGE_PREVIOUS_URL: Type.Optional(
    Type.String({
      pattern: '^(file:|s3://).',
      errorCode: 'must be file:FOLDER or s3://KEY:SECRET@HOST/BUCKET',
    }),
  ),
  STORAGE_MAX_BYTES: Type.Integer({ minimum: 1, default: 10 * 1024 * 1024 }),
  /** Where audit entries are sent besides the database, as JSON lines; with a bearer token for an address. */
  AUDIT_LOG: Type.Optional(
    Type.String({
      pattern: '^(stdout$|file:.|https?://[^/])',
      errorCode: 'must be stdout, file:PATH or an https:// address',
    }),
  ),
  AUDIT_LOG_TOKEN: Type.Optional(Type.String()),
  /** Internal networks and hosts that requests to addresses of users may go to: `openOutbound`. */
  OUTBOUND_ALLOW: Type.Optional(
    Type.String({
      format: 'outbound-allow',
      errorCode:
        'must be networks and host names separated by commas, without scheme or port, such as 10.0.0.0/8,n8n.lan',
    }),
  ),
  AUDIT_KEEP_DAYS: Days(180),
  /** Under `npm start`; its free disk space is monitored. */
  ATRIUM_DATA: Type.Optional(Type.String()),
  DISK_MIN_FREE_MB: Type.Integer({ minimum: 0, default: 500 }),
  DRAIN_SECONDS: Type.Integer({ minimum: 0, maximum: 300, default: 5 }),
  /** Processes of the service: `workerCount`. */
  WORKERS: Type.String({
    pattern: '^(auto|[1-9]|[1-9]\\d|1[01]\\d|12[0-8])$',
    default: 'auto',
    errorCode: 'must be auto or a number from 1 to 128',
  }),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^(public|\\S{16,})$',
      errorCode: 'must be public, or at least 16 characters without spaces',
    }),
  ),
  /** For both databases; by default, unless there is a pooler. */
  DATABASE_PREPARED_STATEMENTS: Type.Optional(Type.Boolean()),
  EVENTS_URL: Type.Optional(
    Type.String({ pattern: '^rediss?://.', errorCode: 'must be a redis:// or rediss:// address' }),
  ),
}

export const Port = (fallback: number) => Type.Integer({ minimum: 1, maximum: 65535, default: fallback })
export const WebAddress = Type.String({
  pattern: '^https?://[^/?#]+(/[^?#]*)?$',
  errorCode: 'must be an http:// or https:// address',
})
export const DatabaseAddress = Type.String({
  format: 'database-address',
  errorCode:
    'must be a postgres:// address, for several servers postgres://USER:PASSWORD@HOST1:5432,HOST2:5432/DATABASE?target_session_attrs=read-write',
})
export const Seconds = (fallback: number) =>
  Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, default: fallback })

/** With a direct address, the other one leads to a pooler in transaction mode. */
export function poolingOf(
  { DATABASE_PREPARED_STATEMENTS }: { DATABASE_PREPARED_STATEMENTS?: boolean },
  directUrl: string | undefined,
) {
  const isPooled = directUrl !== undefined
  return { isPooled, preparesStatements: DATABASE_PREPARED_STATEMENTS ?? !isPooled }
}

/** With more processes than this, PostgreSQL limits a service, not its own processor time. */
const MAX_AUTOMATIC_WORKERS = 16

/** Two services share the machine, so each gets half of the cores: one process on one or two, two on four. */
export function workerCount({ WORKERS }: { WORKERS: string }, cores = availableParallelism()) {
  return WORKERS === 'auto' ? Math.min(MAX_AUTOMATIC_WORKERS, Math.ceil(cores / 2)) : Number(WORKERS)
}

const defaults = { NODE_ENV: 'production', LOG_LEVEL: 'info', RATE_LIMIT: 'on' }

/** Reads the settings from the environment, and reports everything that is missing or wrong at once. */
export function loadSettings<T extends TObject>(schema: T, environment: NodeJS.ProcessEnv): Static<T> {
  const given = Object.keys(schema.properties).flatMap(name =>
    environment[name] ? [[name, environment[name]]] : [],
  )
  const settings: Record<string, unknown> = { ...defaults, ...Object.fromEntries(given) }
  const errors = compileRecordCheck(schema)(settings)
  const sentences = Object.entries(errors).map(
    ([name, [error]]) => `${name} ${fieldText(sharedErrors, 'en', error as FieldError)}`,
  )
  if (sentences.length > 0) throw new StartRefused(`Invalid settings: ${sentences.join('; ')}.`)
  return settings as Static<T>
}

/** Adds the `.env` file of the working folder; variables that are already set win. */
export function readEnvironmentFile() {
  addFile('.env')
}

/** Adds the keys and secrets that the console has generated under ATRIUM_DATA, for a service that is started alone. */
export function readGeneratedSettings() {
  const folder = process.env.ATRIUM_DATA
  if (!folder) return
  addFile(join(folder, 'secrets.env'))
  for (const part of ['private', 'public']) {
    const file = join(folder, 'keys', `${part}.pem`)
    if (existsSync(file)) process.env[`OAUTH2_${part.toUpperCase()}_KEY_PATH`] ||= file
  }
}

function addFile(file: string) {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
