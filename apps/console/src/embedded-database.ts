import {
  type EmbeddedPostgres,
  ensureDatabase,
  isEmbeddedPostgresRunning,
  startEmbeddedPostgres,
} from '@atrium/database/embedded-postgres'
import type { Installation } from './installation.ts'

/** Starts the embedded server with its two databases, where the installation uses it. */
export async function startDatabase(installation: Installation): Promise<EmbeddedPostgres | undefined> {
  const { usesEmbeddedPostgres, postgresFolder } = installation
  if (!usesEmbeddedPostgres) return undefined
  const postgres = await startEmbeddedPostgres(postgresFolder)
  for (const database of ['identity', 'tasks']) await ensureDatabase(postgres.databaseUrl(database))
  return postgres
}

/** A command uses the server that runs already, or brings one up for its own time. */
export async function withDatabase<T>(installation: Installation, work: () => Promise<T>): Promise<T> {
  const { usesEmbeddedPostgres, postgresFolder } = installation
  if (!usesEmbeddedPostgres || (await isEmbeddedPostgresRunning(postgresFolder))) return work()
  const postgres = await startDatabase(installation)
  try {
    return await work()
  } finally {
    await postgres?.stop()
  }
}
