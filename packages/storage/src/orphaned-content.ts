import { addJob, addJobs } from '@atrium/jobs/jobs'
import type { Kysely } from 'kysely'
import type { Storage } from './storage.ts'

/** Jobs with this name may be waiting in the queue of an installation: it stays. */
const JOB = 'storage.remove_loose_content'

/**
 * Content is stored before its record and removed after it, so a crash in between leaves content without a record and
 * never a record without content. This job removes what has no record.
 */
export function removeOrphanedContent<DB>(tx: Kysely<DB>, key: string, runAt?: Date) {
  return addJob(tx, JOB, { key }, { runAt })
}

/** The same for many, in one statement. */
export function removeOrphanedContents<DB>(tx: Kysely<DB>, keys: string[]) {
  return addJobs(
    tx,
    JOB,
    keys.map(key => ({ payload: { key } })),
  )
}

/** `hasRecord` is the service's own: whether a record still refers to the content. */
export function orphanedContentTasks(storage: Storage, hasRecord: (key: string) => Promise<boolean>) {
  return {
    [JOB]: async ({ key }: { key: string }) => {
      if (!(await hasRecord(key))) await storage.delete(key)
    },
  }
}
