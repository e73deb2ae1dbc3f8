import type { Database } from '#database.ts'
import * as queries from './import-job.queries.ts'
import type { StoredJob } from './stored-job.ts'

/** An import that this process works on. */
export interface Running {
  job: StoredJob
  runner: string
  /** Ends what is under way when the import has been taken back, or taken over. */
  signal: AbortSignal
}

/** The import has been taken back, or another process works on it. */
export class LostJob extends Error {}

export type JobChanges = Partial<Omit<StoredJob, 'failure' | 'choices'>>

/** Stores changes of an import that is still ours. `apply` them once the transaction is committed. */
export async function storeChanges(db: Database, { job, runner }: Running, changes: JobChanges) {
  const { losses, report, ...plain } = changes
  const stored = {
    ...plain,
    ...(losses && { losses: JSON.stringify(losses) }),
    ...(report && { report: JSON.stringify(report) }),
  }
  if (!(await queries.updateLeased(db, { id: job.id, runner }, stored))) throw new LostJob()
  return changes
}

export function apply({ job }: Running, changes: JobChanges) {
  Object.assign(job, changes)
}

/** Changes an import outside of a transaction. */
export async function updateRunning(db: Database, running: Running, changes: JobChanges) {
  apply(running, await storeChanges(db, running, changes))
}
