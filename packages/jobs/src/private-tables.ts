import { sql } from 'kysely'

// The only file that knows the private tables of graphile-worker, for what its functions and views do not offer.
// `test/private-tables.test.ts` fails if another version of it changes them.

/** Jobs with their payload, which the public view leaves out: `job` is a row of the view, `content.payload` the payload. */
export const jobsWithPayload = sql`graphile_worker.jobs as job
  join graphile_worker._private_jobs as content on content.id = job.id`

export type Query = (text: string, values: unknown[]) => Promise<unknown>

/** Leaves a running job without attempts after this one: it stays in the queue for an administrator. */
export async function endAttempts(query: Query, jobId: string) {
  await query('update graphile_worker._private_jobs set max_attempts = attempts where id = $1', [jobId])
}

/**
 * Delays the next attempt of a running job that is about to fail. On failure the worker adds e^attempts seconds to the time
 * set here, 2.7 for the first, so that is the shortest delay.
 */
export async function delayRetry(query: Query, jobId: string, seconds: number) {
  await query(
    `update graphile_worker._private_jobs
    set run_at = now() + ($2 - exp(least(attempts, 10))) * interval '1 second' where id = $1`,
    [jobId, seconds],
  )
}
