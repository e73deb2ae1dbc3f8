import { createLogger } from '@atrium/core/logger'
import { createDeps } from '#compose.ts'
import type { Database } from '#database.ts'
import { runImport } from '#imports/jobs/run-import.ts'
import { loadTasksSettings } from '#settings.ts'

/** Takes an import from a process that has died, without waiting for its lease to end. */
export async function endLease(db: Database, id: number) {
  const past = { leasedUntil: '2026-01-01T00:00:00Z' }
  await db.updateTable('importJobs').set(past).where('id', '=', id).execute()
}

// A process that works on an import until its parent kills it.
if (import.meta.main) {
  const id = Number(process.argv[2])
  const deps = await createDeps(loadTasksSettings(process.env), createLogger('test', 'silent'))
  await endLease(deps.db, id)
  await runImport(deps, id)
}
