import type { AuditEntry } from '@atrium/audit/audit-entry'
import type { Counter } from '@atrium/core/measure'
import type { Replica } from '@atrium/database/replica'
import type { TransactionalBus } from '@atrium/events/bus'
import type { SharedLimits } from '@atrium/events/redis'
import type { NoticeReader } from '@atrium/http/app/notices'
import type { Outbound } from '@atrium/outbound/outbound'
import type { Storage } from '@atrium/storage/storage'
import type { FastifyBaseLogger } from 'fastify'
import type { DocumentReader } from '#oauth/client-documents/fetch-document.ts'
import type { ClientCache } from '#oauth/clients/client.queries.ts'
import type { Authenticator } from '#sign-in/authenticators/authenticator.ts'
import type { PasswordHasher } from '#sign-in/authenticators/password-hash.ts'
import type { PasswordMeter } from '#sign-in/credentials/password-meter.ts'
import type { KeyRing } from '#tokens/key-ring.ts'
import type { Secrets } from '#tokens/secrets.ts'
import type { AccessTokenRecord, Refresh } from '#tokens/store-tokens.queries.ts'
import type { RefreshToken } from '#tokens/token.queries.ts'
import type { TokenCache } from '#tokens/token-cache.ts'
import type { UserTotals } from '#users/user-totals.ts'
import type { Database, DB } from './database.ts'
import type { Subscriber } from './events.ts'
import type { Settings } from './settings.ts'

/** For the metrics. */
export interface Counters {
  signIns: Counter<'succeeded' | 'failed' | 'blocked'>
  tokens: Counter<'sign_in' | 'refresh' | 'client' | 'on_behalf'>
  tokenChecks: Counter<'hit' | 'miss'>
}

/** What the service works with, including the time, which tests can set. */
export interface Deps {
  settings: Settings
  log: FastifyBaseLogger
  db: Database
  /** For lists and reports; it may be the database itself. */
  replica: Replica<DB>
  bus: TransactionalBus
  sharedLimits: SharedLimits | undefined
  subscribers: Subscriber[]
  secrets: Secrets
  keyRing: KeyRing
  tokenCache: TokenCache
  clientCache: ClientCache
  documentReader: DocumentReader
  userTotals: UserTotals
  /** Whether a client has registered the origin for its scripts. */
  isApplicationOrigin: (origin: string) => Promise<boolean>
  storage: Storage
  outbound: Outbound
  /** Maintenance mode and the banner, as this process knows them. */
  notices: NoticeReader
  authenticators: Authenticator[]
  passwordHasher: PasswordHasher
  passwordMeter: PasswordMeter
  findRefreshToken: (digest: string) => Promise<RefreshToken | undefined>
  storeRefresh: (refresh: Refresh) => Promise<boolean>
  storeTokenWithoutFamily: (token: AccessTokenRecord) => Promise<void>
  auditSignIn: (entry: AuditEntry) => Promise<void>
  counters: Counters
  now: () => Date
  close: () => Promise<void>
}
