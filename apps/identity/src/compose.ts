import { insertAuditEntries, ofCurrentRequest } from '@atrium/audit/audit-entry'
import { createCounter } from '@atrium/core/measure'
import { poolingOf, workerCount } from '@atrium/core/settings'
import { batch } from '@atrium/database/batch'
import { connect, transactionsPerWorker } from '@atrium/database/connect'
import { migrate } from '@atrium/database/migrate'
import { repairOutbox } from '@atrium/database/outbox/repair'
import { openReplica } from '@atrium/database/replica'
import { connectPostgresBus } from '@atrium/events/postgres-bus'
import { openSharedLimits } from '@atrium/events/redis'
import { followNotices } from '@atrium/http/app/notices'
import { prepareJobs } from '@atrium/jobs/jobs'
import { openOutbound } from '@atrium/outbound/outbound'
import { openConfiguredStorage } from '@atrium/storage/open-storage'
import type { FastifyBaseLogger } from 'fastify'
import { getNotices } from '#admin/notices/notice.queries.ts'
import { createDocumentReader } from '#oauth/client-documents/fetch-document.ts'
import { createClientCache, createOriginCheck } from '#oauth/clients/client.queries.ts'
import { createPasswordHasher } from '#sign-in/authenticators/password-hash.ts'
import { createAuthenticators } from '#sign-in/authenticators.ts'
import { createPasswordMeter } from '#sign-in/credentials/password-meter.ts'
import { createKeyRing, importSigningKey, readSigningKey } from '#tokens/key-ring.ts'
import { createSecrets } from '#tokens/secrets.ts'
import { createRefreshStore, createTokenStore } from '#tokens/store-tokens.queries.ts'
import { createRefreshTokenReader } from '#tokens/token.queries.ts'
import { createTokenCache } from '#tokens/token-cache.ts'
import { createUserTotals } from '#users/user-totals.ts'
import { auditOutbox } from '#webhooks/audit-outbox.ts'
import type { DB } from './database.ts'
import type { Deps } from './deps.ts'
import { directDatabaseUrl, type Settings } from './settings.ts'
import { subscribers } from './subscribers.ts'

export async function createDeps(settings: Settings, log: FastifyBaseLogger): Promise<Deps> {
  const signingKey = await readSigningKey(settings)
  const storage = await openConfiguredStorage(settings)
  const directUrl = directDatabaseUrl(settings)
  await migrate(directUrl, migrations)
  await prepareJobs(directUrl)
  const onError = (error: Error) => log.error({ err: error }, 'a database connection broke')
  const size = transactionsPerWorker(workerCount(settings))
  const connectionSettings = { 'atrium.identity_url': settings.IDENTITY_URL }
  const db = connect<DB>(settings.IDENTITY_DATABASE_URL, {
    size,
    ...poolingOf(settings, settings.IDENTITY_DATABASE_DIRECT_URL),
    onError,
    settings: connectionSettings,
  })
  if (await repairOutbox(db, auditOutbox))
    log.warn(
      'the audit log comes from a restored backup of another server; consumers continue where they were',
    )
  const replica = openReplica<DB>({
    primary: db,
    url: settings.IDENTITY_DATABASE_REPLICA_URL,
    size,
    settings: connectionSettings,
    log,
  })
  const bus = await connectPostgresBus(directUrl, 'atrium_identity', onError)
  const sharedLimits = openSharedLimits(settings.EVENTS_URL, error =>
    log.error({ err: error }, 'the shared limits broke'),
  )
  const close = async () => {
    await deps.passwordMeter.close()
    await bus.close()
    sharedLimits?.disconnect()
    await replica.close()
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
    replica,
    bus,
    sharedLimits,
    subscribers: subscribers({ db, bus, settings, now }),
    secrets,
    keyRing: createKeyRing({ db, secrets, bus, log, now }),
    tokenCache: createTokenCache(bus, now),
    clientCache: createClientCache(bus),
    documentReader: createDocumentReader(() => deps.outbound, now),
    userTotals: createUserTotals(),
    isApplicationOrigin: createOriginCheck(db, bus),
    storage,
    outbound: openOutbound(settings),
    notices: followNotices(() => getNotices(db, now()), log),
    auditSignIn: entry => auditInBatches(ofCurrentRequest(entry)),
    authenticators: [],
    passwordHasher: createPasswordHasher(),
    passwordMeter: createPasswordMeter(),
    findRefreshToken: createRefreshTokenReader(db),
    storeRefresh: createRefreshStore(db),
    storeTokenWithoutFamily: createTokenStore(db),
    counters: {
      signIns: createCounter('succeeded', 'failed', 'blocked'),
      tokens: createCounter('sign_in', 'refresh', 'client', 'on_behalf'),
      tokenChecks: createCounter('hit', 'miss'),
    },
    now: () => new Date(),
    close,
  }
  deps.authenticators = createAuthenticators(deps)
  await importSigningKey(db, secrets, signingKey, now())
  await deps.keyRing.published() // refuses to start with keys that it cannot read
  return deps
}

export const migrations = new URL('../migrations/', import.meta.url)
