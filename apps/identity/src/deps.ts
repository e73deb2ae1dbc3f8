import { connect } from '@atrium/database/connect'
import { migrate } from '@atrium/database/migrate'
import type { Subscriptions } from '@atrium/database/transaction'
import type { TransactionalBus } from '@atrium/events/bus'
import { connectPostgresBus } from '@atrium/events/postgres-bus'
import { openSharedLimits, type SharedLimits } from '@atrium/events/shared-limits'
import { prepareJobs } from '@atrium/jobs/jobs'
import { openStorage, type Storage } from '@atrium/storage/storage'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { type AuditEntry, insertAuditEntries, ofCurrentRequest } from '#audit/audit.queries.ts'
import { type ClientCache, createClientCache } from '#oauth/client-cache.ts'
import { createPasswordHasher, type PasswordHasher } from '#sign-in/password-hash.ts'
import { batch } from '#tokens/batch.ts'
import { createKeyRing, importSigningKey, type KeyRing } from '#tokens/key-ring.ts'
import { createSecrets, type Secrets } from '#tokens/secrets.ts'
import { readSigningKey } from '#tokens/signing-key-files.ts'
import {
  type AccessTokenRecord,
  createRefreshStore,
  type Refresh,
  storeTokensWithoutFamily,
} from '#tokens/store-tokens.queries.ts'
import { createRefreshTokenReader, type RefreshToken } from '#tokens/token.queries.ts'
import { createTokenCache, type TokenCache } from '#tokens/token-cache.ts'
import type { DB } from './database.ts'
import type { Event } from './events.ts'
import type { Settings } from './settings.ts'
import { createSubscriptions, type TransactionState } from './subscriptions.ts'

export type Database = Kysely<DB>

/** What the service works with; time comes from here too, so that a test can state it. */
export interface Deps {
  settings: Settings
  log: FastifyBaseLogger
  db: Database
  bus: TransactionalBus
  sharedLimits: SharedLimits | undefined
  subscriptions: Subscriptions<DB, Event, TransactionState>
  secrets: Secrets
  keyRing: KeyRing
  tokenCache: TokenCache
  clientCache: ClientCache
  storage: Storage
  passwordHasher: PasswordHasher
  findRefreshToken: (digest: string) => Promise<RefreshToken | undefined>
  storeRefresh: (refresh: Refresh) => Promise<boolean>
  storeTokenWithoutFamily: (token: AccessTokenRecord) => Promise<void>
  auditSignIn: (entry: AuditEntry) => Promise<void>
  now: () => Date
  close: () => Promise<void>
}

export async function createDeps(settings: Settings, log: FastifyBaseLogger): Promise<Deps> {
  const signingKey = await readSigningKey(settings)
  const storage = await openStorage(settings.STORAGE_URL)
  await migrate(settings.IDENTITY_DATABASE_URL, migrations)
  await prepareJobs(settings.IDENTITY_DATABASE_URL)
  const onError = (error: Error) => log.error({ err: error }, 'a database connection broke')
  const db = connect<DB>(settings.IDENTITY_DATABASE_URL, {
    onError,
    settings: { 'atrium.identity_url': settings.IDENTITY_URL },
  })
  const bus = await connectPostgresBus(settings.IDENTITY_DATABASE_URL, 'atrium_identity', onError)
  const sharedLimits = openSharedLimits(settings.EVENTS_URL, error =>
    log.error({ err: error }, 'the shared limits broke'),
  )
  const close = async () => {
    await bus.close()
    sharedLimits?.disconnect()
    await db.destroy()
  }
  const auditInBatches = batch((entries: ReturnType<typeof ofCurrentRequest>[]) =>
    insertAuditEntries(db, entries),
  )
  const secrets = createSecrets(settings)
  const now = () => deps.now()
  const deps: Deps = {
    settings,
    log,
    db,
    bus,
    sharedLimits,
    subscriptions: createSubscriptions(bus),
    secrets,
    keyRing: createKeyRing({ db, secrets, bus, log, now }),
    tokenCache: createTokenCache(bus, now),
    clientCache: createClientCache(bus),
    storage,
    auditSignIn: entry => auditInBatches(ofCurrentRequest(entry)),
    passwordHasher: createPasswordHasher(),
    findRefreshToken: createRefreshTokenReader(db),
    storeRefresh: createRefreshStore(db),
    storeTokenWithoutFamily: batch(tokens => storeTokensWithoutFamily(db, tokens)),
    now: () => new Date(),
    close,
  }
  await importSigningKey(db, secrets, signingKey, now())
  await deps.keyRing.published() // refuses to start with keys that it cannot read
  return deps
}

export const migrations = new URL('../migrations/', import.meta.url)
