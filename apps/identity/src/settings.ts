import { listOf } from '@atrium/core/formats'
import type { Language } from '@atrium/core/language'
import { languageCodes } from '@atrium/core/languages'
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

const Secret = Type.String({ format: '32-bytes', errorCode: 'must be at least 32 bytes long' })

const Settings = Type.Object({
  ...CommonSettings,
  IDENTITY_PORT: Port(4000),
  IDENTITY_URL: WebAddress,
  IDENTITY_DATABASE_URL: DatabaseAddress,
  /** Without the pooler that IDENTITY_DATABASE_URL leads to: for migrations, jobs, messages and locks of a connection. */
  IDENTITY_DATABASE_DIRECT_URL: Type.Optional(DatabaseAddress),
  /** A standby that lists and reports are read from: `openReplica`. */
  IDENTITY_DATABASE_REPLICA_URL: Type.Optional(DatabaseAddress),
  FRONTEND_URL: Type.Optional(WebAddress),
  /** Who can create an account: anyone, people with an invitation, or administrators only. */
  REGISTRATION: Type.Unsafe<'open' | 'invited' | 'closed'>({
    ...OneOf('open', 'invited', 'closed'),
    default: 'open',
  }),
  /** What new users agree to, with links as [text](https://…); in Russian, if it differs. */
  REGISTRATION_CONSENT: Type.Optional(Type.String({ maxLength: 2000 })),
  ...translatedConsents(),
  REQUIRE_VERIFIED_EMAIL: Type.Boolean({ default: false }),
  /** The networks in which people can use permissions of administrators; without it, all. */
  ADMIN_ALLOW: Type.Optional(
    Type.String({
      format: 'networks',
      errorCode: 'must be networks separated by commas, such as 10.0.0.0/8,2001:db8::/32',
    }),
  ),
  TWO_FACTOR_ROLES: Type.String({ default: '' }),
  /** Whether people can sign in with a code that is emailed to them. */
  EMAIL_CODES: Type.Unsafe<'on' | 'off'>({ ...OneOf('on', 'off'), default: 'off' }),
  /** The address of the user who takes over the work of people whom a directory removes. */
  OFFBOARDING_HAND_OVER_TO: Type.Optional(Type.String({ maxLength: 254 })),
  /** Which applications can identify themselves with the address of a document: none, those of listed hosts, or any. */
  CLIENT_METADATA_DOCUMENTS: Type.Unsafe<'off' | 'listed' | 'any'>({
    ...OneOf('off', 'listed', 'any'),
    default: 'listed',
  }),
  /** Whether applications can register themselves as clients (RFC 7591). */
  DYNAMIC_CLIENT_REGISTRATION: Type.Boolean({ default: false }),
  /** What the scope `groups` tells applications: the names of roles, of groups, or of both. */
  GROUPS_CLAIM: Type.Unsafe<'roles' | 'groups' | 'both'>({
    ...OneOf('roles', 'groups', 'both'),
    default: 'roles',
  }),
  OAUTH2_PUBLIC_KEY_PATH: Type.String(),
  OAUTH2_PRIVATE_KEY_PATH: Type.String(),
  OAUTH2_ENCRYPTION_KEY: Secret,
  OAUTH2_TOKEN_HASH_SECRET: Secret,
  OAUTH2_CLIENT_ID: Type.String({ maxLength: 80 }),
  OAUTH2_CLIENT_SECRET: Secret,
  OAUTH2_ACCESS_TOKEN_TTL: Seconds(3600),
  OAUTH2_REFRESH_TOKEN_TTL: Seconds(2_592_000),
  OAUTH2_AUTH_CODE_TTL: Seconds(600),
  /** The task service's client, the only one that can forward a visitor's address. */
  TASKS_CLIENT_ID: Type.Optional(Type.String({ maxLength: 80 })),
  /** Where the task service is: it knows the invitations, and /admin/mail shows its emails (with TASKS_CLIENT_ID). */
  TASKS_URL: Type.Optional(WebAddress),
  TASKS_INTERNAL_URL: Type.Optional(WebAddress),
  /** Where both services listen: no address that a user enters may lead there. */
  TASKS_PORT: Port(4100),
  IDENTITY_INTERNAL_URL: Type.Optional(WebAddress),
  INTROSPECTION_REQUIRE_AUTH: Type.Boolean({ default: false }),
  /**
   * When backups are made, as a cron expression in UTC; `external` if something else runs `atrium backup:run`. BACKUP_KEEP
   * and BACKUP_FOLDER are settings of the console.
   */
  BACKUP_SCHEDULE: Type.Optional(
    Type.String({
      pattern: '^([\\d*,/-]+( +[\\d*,/-]+){4}|external)$',
      errorCode: 'must be a cron expression such as 0 3 * * *, or external',
    }),
  ),
  SIGN_INS_KEEP_DAYS: Days(180),
  OAUTH2_REFRESH_GRACE: Type.Integer({ minimum: 0, maximum: 300, default: 30 }),
})

export type Settings = Static<typeof Settings>

export function loadIdentitySettings(environment: NodeJS.ProcessEnv): Settings {
  const settings = loadSettings(Settings, environment)
  const { IDENTITY_URL, TASKS_URL, TASKS_INTERNAL_URL = TASKS_URL } = settings
  return {
    ...settings,
    IDENTITY_URL: withoutSlash(IDENTITY_URL),
    ...(TASKS_INTERNAL_URL && { TASKS_INTERNAL_URL: withoutSlash(TASKS_INTERNAL_URL) }),
  }
}

function withoutSlash(address: string) {
  return address.replace(/\/$/, '')
}

export function directDatabaseUrl({
  IDENTITY_DATABASE_URL,
  IDENTITY_DATABASE_DIRECT_URL = IDENTITY_DATABASE_URL,
}: Settings) {
  return IDENTITY_DATABASE_DIRECT_URL
}

/** Where people work; the account pages, if the service runs without the task service. */
export function applicationAddress({ FRONTEND_URL, TASKS_URL }: Settings) {
  if (FRONTEND_URL) return FRONTEND_URL
  return TASKS_URL ? `${withoutSlash(TASKS_URL)}/app/` : '/account'
}

/** The resources that tokens can be issued for (RFC 8707): the API of the task service, and its endpoint for agents (MCP). */
export function protectedResources({ TASKS_URL }: Settings) {
  return TASKS_URL ? [withoutSlash(TASKS_URL), `${withoutSlash(TASKS_URL)}/mcp`] : []
}

/** The resource of agents: the MCP server of the task service. */
export function agentResource(settings: Settings) {
  return protectedResources(settings)[1]
}

/** Straight to the form, with the account filled in. */
export function signInAddress({ TASKS_URL }: Settings, username: string) {
  const hint = new URLSearchParams({ login_hint: username })
  return TASKS_URL ? `${withoutSlash(TASKS_URL)}/auth/sign-in?${hint}` : `/account?${hint}`
}

/** Roles that require a second factor, separated by commas or spaces. */
export function twoFactorRoles({ TWO_FACTOR_ROLES }: Settings) {
  return TWO_FACTOR_ROLES.split(/[\s,]+/).filter(Boolean)
}

/** Origins that can make changes with a session cookie: our own pages, the web application and the listed ones. */
export function allowedOrigins({ IDENTITY_URL, FRONTEND_URL, CORS_ORIGINS }: Settings) {
  const own = [IDENTITY_URL, ...(FRONTEND_URL ? [FRONTEND_URL] : [])].map(url => new URL(url).origin)
  return [...new Set([...own, ...listOf(CORS_ORIGINS)])]
}

type Translated = Exclude<Language, 'en'>
type ConsentSetting<Code extends Translated> = `REGISTRATION_CONSENT_${Uppercase<Code>}`

/** Names the setting with the text that people agree to in a language, such as `REGISTRATION_CONSENT_RU` or `REGISTRATION_CONSENT_PT_BR`. */
export function consentSetting<Code extends Translated>(code: Code) {
  return `REGISTRATION_CONSENT_${code.toUpperCase().replace('-', '_')}` as ConsentSetting<Code>
}

function translatedConsents() {
  const codes = languageCodes.filter(code => code !== 'en')
  const consent = Type.Optional(Type.String({ maxLength: 2000 }))
  return Object.fromEntries(codes.map(code => [consentSetting(code), consent])) as Record<
    ConsentSetting<Translated>,
    typeof consent
  >
}
