import { connect } from '@atrium/database/connect'
import { migrate } from '@atrium/database/migrate'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { loadSigningKeys, type SigningKeys } from '#tokens/signing-keys.ts'
import type { DB } from './database.ts'
import type { Settings } from './settings.ts'

export type Database = Kysely<DB>

/** What the service works with; time comes from here too, so that a test can state it. */
export interface Deps {
  settings: Settings
  log: FastifyBaseLogger
  db: Database
  signingKeys: SigningKeys
  now: () => Date
}

export async function createDeps(settings: Settings, log: FastifyBaseLogger): Promise<Deps> {
  const signingKeys = await loadSigningKeys(settings)
  await migrate(settings.IDENTITY_DATABASE_URL, migrations)
  const onError = (error: Error) => log.error({ err: error }, 'a database connection broke')
  const db = connect<DB>(settings.IDENTITY_DATABASE_URL, { onError })
  return { settings, log, db, signingKeys, now: () => new Date() }
}

export const migrations = new URL('../migrations/', import.meta.url)
