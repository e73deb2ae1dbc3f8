import { connect } from '@atrium/database/connect'
import { migrate } from '@atrium/database/migrate'
import type { Subscriptions } from '@atrium/database/transaction'
import { prepareJobs } from '@atrium/jobs/jobs'
import { openStorage, type Storage } from '@atrium/storage/storage'
import { createTokenCheck, type TokenCheck } from '@atrium/token-check/verify-access-token'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { createIdentityClient, type IdentityClient } from '#sign-in/identity-client.ts'
import type { DB } from './database.ts'
import type { Event } from './events.ts'
import type { Settings } from './settings.ts'
import { subscriptions } from './subscriptions.ts'

export type Database = Kysely<DB>

export interface Deps {
  settings: Settings
  log: FastifyBaseLogger
  db: Database
  subscriptions: Subscriptions<DB, Event>
  identity: IdentityClient
  tokenCheck: TokenCheck
  storage: Storage
  now: () => Date
}

export async function createDeps(settings: Settings, log: FastifyBaseLogger): Promise<Deps> {
  const storage = await openStorage(settings.STORAGE_URL)
  await migrate(settings.TASKS_DATABASE_URL, migrations)
  await prepareJobs(settings.TASKS_DATABASE_URL)
  const onError = (error: Error) => log.error({ err: error }, 'a database connection broke')
  const db = connect<DB>(settings.TASKS_DATABASE_URL, { onError })
  const now = () => new Date()
  const tokenCheck = createTokenCheck({
    identityUrl: settings.IDENTITY_URL,
    audience: settings.TASKS_CLIENT_ID,
    keepSeconds: settings.INTROSPECTION_CACHE,
    now,
  })
  const identity = createIdentityClient(settings)
  return { settings, log, db, subscriptions, identity, tokenCheck, storage, now }
}

export const migrations = new URL('../migrations/', import.meta.url)
