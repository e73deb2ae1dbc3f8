import {
  type EmbeddedPostgres,
  ensureDatabase,
  isEmbeddedPostgresRunning,
  startEmbeddedPostgres,
} from '@atrium/database/embedded-postgres'
import type { Installation } from './installation.ts'

const CONNECTIONS_PER_WORKER = 20

/** Starts the embedded server with its two databases if the installation uses it. */
export async function startDatabase(
  installation: Installation,
  workers = 1,
): Promise<EmbeddedPostgres | undefined> {
  const { usesEmbeddedPostgres, postgresFolder } = installation
  if (!usesEmbeddedPostgres) return undefined
  // A rolling restart adds one worker to each of the two services.
  const connections = Math.max(200, 2 * (workers + 1) * CONNECTIONS_PER_WORKER)
  const postgres = await startEmbeddedPostgres(postgresFolder, { connections })
  for (const database of ['identity', 'tasks']) await ensureDatabase(postgres.databaseUrl(database))
  return postgres
}

/** Uses the running server, or starts one for the duration of the command. */
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
