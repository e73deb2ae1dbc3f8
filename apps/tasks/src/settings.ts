import { listOf } from '@atrium/core/formats'
import { OneOf } from '@atrium/core/schema'
import {
  CommonSettings,
  DatabaseAddress,
  Days,
  loadSettings,
  Port,
  Seconds,
  WebAddress,
} from '@atrium/core/settings'
import { type Static, Type } from 'typebox'

const Settings = Type.Object({
  ...CommonSettings,
  TASKS_PORT: Port(4100),
  /** Where the identity service listens, which no address that a user enters may lead to. */
  IDENTITY_PORT: Port(4000),
  TASKS_URL: WebAddress,
  TASKS_DATABASE_URL: DatabaseAddress,
  /** Without the pooler that TASKS_DATABASE_URL leads to: for migrations, jobs, messages and locks of a connection. */
  TASKS_DATABASE_DIRECT_URL: Type.Optional(DatabaseAddress),
  /** A standby that lists and reports are read from: `openReplica`. */
  TASKS_DATABASE_REPLICA_URL: Type.Optional(DatabaseAddress),
  IDENTITY_URL: WebAddress,
  IDENTITY_INTERNAL_URL: Type.Optional(WebAddress),
  FRONTEND_URL: Type.Optional(WebAddress),
  TASKS_CLIENT_ID: Type.String(),
  TASKS_CLIENT_SECRET: Type.String({ minLength: 32 }),
  OAUTH2_REFRESH_TOKEN_TTL: Seconds(2_592_000),
  DIRECTORY: Type.Unsafe<'everyone' | 'shared'>({ ...OneOf('everyone', 'shared'), default: 'everyone' }),
  /** Whether managers can create public forms; anyone can send them without an account. */
  INTAKE_FORMS: Type.Unsafe<'on' | 'off'>({ ...OneOf('on', 'off'), default: 'off' }),
  BOARD_CACHE_MB: Type.Integer({ minimum: 0, maximum: 65_536, default: 32 }),
  INTROSPECTION_CACHE: Type.Integer({ minimum: 0, maximum: 300, default: 30 }),
  /** Whether browsers keep boards and tasks of the signed-in user, to show them at once and offline. */
  OFFLINE_DATA: Type.Unsafe<'on' | 'off'>({ ...OneOf('on', 'off'), default: 'on' }),
  TRASH_KEEP_DAYS: Days(30),
  /** How many megabytes the attachments of a project may take, unless the project has a limit of its own; 0 is no limit. */
  PROJECT_FILES_MB: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  /** How long the activity of permanently deleted tasks is kept. */
  ACTIVITY_KEEP_DAYS: Days(365),
  NOTIFICATIONS_KEEP_DAYS: Days(180),
  READ_NOTIFICATIONS_KEEP_DAYS: Days(90),
  /** After they have expired. */
  INVITATIONS_KEEP_DAYS: Days(90),
  /** How long an answer of the identity service may take. */
  IDENTITY_TIMEOUT: Type.Integer({ minimum: 1, maximum: 120, default: 5 }),
})

export type Settings = Static<typeof Settings> & { FRONTEND_URL: string; IDENTITY_INTERNAL_URL: string }

export function loadTasksSettings(environment: NodeJS.ProcessEnv): Settings {
  const settings = loadSettings(Settings, environment)
  const TASKS_URL = withoutSlash(settings.TASKS_URL)
  return {
    ...settings,
    TASKS_URL,
    IDENTITY_URL: withoutSlash(settings.IDENTITY_URL),
    // Browsers use the public address; the service itself uses the internal one if set.
    IDENTITY_INTERNAL_URL: withoutSlash(settings.IDENTITY_INTERNAL_URL ?? settings.IDENTITY_URL),
    FRONTEND_URL: settings.FRONTEND_URL ?? `${TASKS_URL}/app/`,
  }
}

function withoutSlash(address: string) {
  return address.replace(/\/$/, '')
}

export function directDatabaseUrl({
  TASKS_DATABASE_URL,
  TASKS_DATABASE_DIRECT_URL = TASKS_DATABASE_URL,
}: Settings) {
  return TASKS_DATABASE_DIRECT_URL
}

/** Where agents connect, and what their tokens are for (RFC 8707). */
export function mcpAddress({ TASKS_URL }: Pick<Settings, 'TASKS_URL'>) {
  return `${TASKS_URL}/mcp`
}

export function allowedOrigins({ TASKS_URL, FRONTEND_URL, CORS_ORIGINS }: Settings) {
  return [...new Set([new URL(TASKS_URL).origin, new URL(FRONTEND_URL).origin, ...listOf(CORS_ORIGINS)])]
}
