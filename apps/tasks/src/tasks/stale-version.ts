import { Conflict } from '@atrium/core/errors'
import type { Database } from '#deps.ts'
import { getTask, type HeldTask } from './task.queries.ts'

/** A field that has changed since the version which the change was made from: both texts go to whoever sent it. */
export async function refuseStale(
  tx: Database,
  task: HeldTask,
  given: Record<string, unknown>,
  version: number | undefined,
) {
  if (version === undefined) return
  const fields = Object.keys(given).filter(field => (task.fieldVersions[field] ?? 1) > version)
  if (fields.length === 0) return
  throw new Conflict('The task was changed by someone else meanwhile', {
    reason: 'stale_version',
    fields,
    current: await getTask(tx, task.id),
    given: Object.fromEntries(fields.map(field => [field, given[field]])),
  })
}
