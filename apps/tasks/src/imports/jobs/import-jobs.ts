import { inTransaction } from '@atrium/database/transaction'
import { removeOrphanedContent } from '@atrium/storage/orphaned-content'
import type { Deps } from '#deps.ts'
import { addRun, RUN_IMPORT } from './import-job.commands.ts'
import * as queries from './import-job.queries.ts'
import { runImport } from './run-import.ts'

const RESUME_IMPORTS = 'resume_imports'
const FORGOTTEN_AFTER_MS = 60_000
const DRY_RUNS_KEEP_MS = 24 * 3_600_000

/** Every minute, on one instance. */
export const importsCrontab = `* * * * * ${RESUME_IMPORTS}`

export function importTasks(deps: Deps) {
  return {
    [RUN_IMPORT]: ({ jobId }: { jobId: number }) => runImport(deps, jobId),
    [RESUME_IMPORTS]: () => resumeImports(deps),
  }
}

/** Goes on with imports whose process has died: the queue would do so after hours. Forgets dry runs that nobody has started. */
export async function resumeImports(deps: Deps) {
  const { db } = deps
  if (!deps.notices.allowsBackgroundChanges()) return
  const now = deps.now().getTime()
  const at = (ms: number) => new Date(ms).toISOString()
  await inTransaction(deps, async tx => {
    for (const id of await queries.listAbandonedJobs(tx, at(now), at(now - FORGOTTEN_AFTER_MS)))
      await addRun(tx, id)
  })
  for (const { id, contentKey } of await queries.listOldDryRuns(db, at(now - DRY_RUNS_KEEP_MS))) {
    await inTransaction(deps, async tx => {
      await queries.deleteJob(tx, id)
      if (contentKey) await removeOrphanedContent(tx, contentKey)
    })
  }
}
