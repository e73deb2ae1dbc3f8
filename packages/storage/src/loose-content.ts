import { addJob, addJobs } from '@atrium/jobs/jobs'
import type { Kysely } from 'kysely'
import type { Storage } from './storage.ts'

const JOB = 'storage.remove_loose_content'

/**
 * Content is put before its record and removed after it, so a crash in between leaves content without a record and
 * never a record without content. This job finds it: nothing loose stays.
 */
export function removeLooseContent<DB>(tx: Kysely<DB>, key: string, runAt?: Date) {
  return addJob(tx, JOB, { key }, { runAt })
}

/** Of many records at once, in one statement. */
export function removeLooseContents<DB>(tx: Kysely<DB>, keys: string[]) {
  return addJobs(
    tx,
    JOB,
    keys.map(key => ({ payload: { key } })),
  )
}

/** For the worker of a service, which knows whether a record still has the content. */
export function looseContentTasks(storage: Storage, hasRecord: (key: string) => Promise<boolean>) {
  return {
    [JOB]: async ({ key }: { key: string }) => {
      if (!(await hasRecord(key))) await storage.delete(key)
    },
  }
}
