import { addJob } from '@atrium/jobs/jobs'
import type { Database, Deps } from '#deps.ts'
import { hasFileWithKey } from './file.queries.ts'

const JOB = 'storage.remove_loose_content'

/**
 * Content is put before its record and removed after it, so a crash in between leaves content without a record and
 * never a record without content. This job finds it: nothing loose stays.
 */
export function removeLooseContent(tx: Database, key: string, runAt?: Date) {
  return addJob(tx, JOB, { key }, { runAt })
}

export function storageTasks({ db, storage }: Deps) {
  return {
    [JOB]: async ({ key }: { key: string }) => {
      if (!(await hasFileWithKey(db, key))) await storage.delete(key)
    },
  }
}
