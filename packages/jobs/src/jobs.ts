import { jobChannel } from '@atrium/core/diagnostics'
import type { Measure } from '@atrium/core/measure'
import { openPool } from '@atrium/database/connections/pool'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCrontab, run, runMigrations, type Task, type TaskList } from 'graphile-worker'
import { type Kysely, sql } from 'kysely'
import { keepRunning } from './keep-running.ts'
import { delayRetry, endAttempts, type Query } from './private-tables.ts'

const CONCURRENCY = 4

/**
 * Without a delay, even of 0, graphile-worker stops without recording how the last jobs ended: they would stay locked
 * for four hours and then run again.
 */
const WAITS_FOR_OUTCOMES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/**
 * Creates or migrates the queue's own tables. On a pool of ours: graphile-worker stops listening to the errors of its own
 * one before its connections are closed, so a server that shuts down meanwhile would end the process.
 */
export async function prepareJobs(url: string) {
  const pool = openPool(url, { max: 1, onError: () => {} })
  try {
    await runMigrations({ pgPool: pool, logger: silent })
  } finally {
    await pool.end()
  }
}

interface JobOptions {
  /** While a job with this key waits, another one is not added. */
  key?: string
  /** The earliest time. */
  runAt?: Date
  /** Jobs of one queue run one at a time, in the order in which they are due, one in about two seconds. */
  queue?: string
  /** After these many attempts the job stays in the queue as failed. 25 unless stated, over about three days. */
  maxAttempts?: number
}

/** Part of the caller's transaction: a change that is rolled back leaves no job, one that is committed never loses it. */
export async function addJob<Database>(
  tx: Kysely<Database>,
  name: string,
  payload: object,
  { key, runAt, queue, maxAttempts }: JobOptions = {},
) {
  await sql`select graphile_worker.add_job(${name}, ${storable(payload)}::json, queue_name => ${queue ?? null}::text,
    run_at => ${runAt?.toISOString() ?? null}::timestamptz, max_attempts => ${maxAttempts ?? null}::int,
    job_key => ${key ?? null}::text, job_key_mode => 'preserve_run_at')`.execute(tx)
}

/**
 * Adds many in one statement. A waiting job with the same key stays as it is: it can start before this transaction
 * ends, so it has to wait for the data it is about.
 */
export async function addJobs<Database>(
  tx: Kysely<Database>,
  name: string,
  jobs: ({ payload: object } & JobOptions)[],
) {
  const distinct = [...new Map(jobs.map((job, index) => [job.key ?? index, job])).values()]
  const keys = distinct.flatMap(({ key }) => key ?? [])
  await sql`with waiting as materialized (
      select key from graphile_worker.jobs
      where key = any(${keys}::text[]) and locked_at is null and attempts < max_attempts
    ), added as (
      select array_agg((${name}::text, job -> 'payload', job ->> 'queue', (job ->> 'runAt')::timestamptz,
        (job ->> 'maxAttempts')::int, job ->> 'key', null, null)::graphile_worker.job_spec) as specs
      from json_array_elements(${storable(distinct)}::json) as job
      where coalesce(job ->> 'key' not in (select key from waiting), true)
    )
    select graphile_worker.add_jobs(specs, true) from added where specs is not null`.execute(tx)
}

/** Queued emails, or all other jobs, by state. */
export async function countJobs<Database>(db: Kysely<Database>, kind: 'mail' | 'other') {
  const isMail = sql`task_identifier like 'mail.%'`
  const { rows } = await sql<{ waiting: number; running: number; failed: number }>`
    select count(*) filter (where locked_at is null and attempts < max_attempts) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed
    from graphile_worker.jobs where ${kind === 'mail' ? isMail : sql`not ${isMail}`}`.execute(db)
  return { waiting: 0, running: 0, failed: 0, ...rows[0] }
}

/**
 * For how many seconds the oldest job has been waiting since it was due, by kind. One that failed is due later each time,
 * so its creation counts.
 */
export async function oldestJobs<Database>(db: Kysely<Database>) {
  const { rows } = await sql<{ mail: number | null; other: number | null }>`
    select max(age) filter (where is_mail) as mail, max(age) filter (where not is_mail) as other
    from (select task_identifier like 'mail.%' as is_mail,
        extract(epoch from now() - case attempts when 0 then run_at else created_at end)::float8 as age
      from graphile_worker.jobs where locked_at is null and attempts < max_attempts
        and (run_at <= now() or attempts > 0)) as waiting`.execute(db)
  return { mail: Math.max(0, rows[0]?.mail ?? 0), other: Math.max(0, rows[0]?.other ?? 0) }
}

export function queueMeasures<Database>(db: Kysely<Database>): Measure[] {
  const common = { label: 'state', isShared: true }
  return [
    { name: 'atrium_mail_jobs', help: 'Emails in the queue', ...common, read: () => countJobs(db, 'mail') },
    {
      name: 'atrium_background_jobs',
      help: 'Other jobs in the queue',
      ...common,
      read: () => countJobs(db, 'other'),
    },
    {
      name: 'atrium_oldest_job_seconds',
      help: 'For how long the oldest email or other job has been waiting',
      label: 'kind',
      isShared: true,
      read: () => oldestJobs(db),
    },
  ]
}

/** Half of a surrogate pair is text to JavaScript, but PostgreSQL fails to read it. */
function storable(value: object) {
  return JSON.stringify(value, (_key, part) => (typeof part === 'string' ? part.toWellFormed() : part))
}

/** Thrown by a job for which a retry cannot help. */
export class FinalFailure extends Error {}

type Run = (payload: never) => Promise<void>

/** With `backOff`, the seconds from each failed attempt to the next one; the last number counts for all further ones. */
export type Tasks = Record<string, Run | { run: Run; backOff: readonly number[] }>

/**
 * Runs jobs of the queue, like every other instance; a job that fails is retried, later each time. Up to a tenth is added to
 * the delays of `backOff`, so that what failed at the same time is not retried at the same time. A line of the crontab
 * such as `0 * * * * name` enqueues its job at that minute, once for all instances.
 */
export async function startJobs(url: string, tasks: Tasks, log: FastifyBaseLogger, crontab: string[] = []) {
  const onError = (error: Error) => log.error({ err: error, job: true }, 'a database connection broke')
  const pool = openPool(url, { onError })
  const start = () =>
    run({
      pgPool: pool,
      taskList: taskListOf(tasks),
      crontab: crontab.join('\n'),
      concurrency: CONCURRENCY,
      pollInterval: 2000,
      noHandleSignals: true,
      preset: { worker: WAITS_FOR_OUTCOMES },
      logger: new Logger(() => (level, message) => level === 'error' && log.error({ job: true }, message)),
    })
  const runner = await keepRunning(start, log)
  const stop = async () => {
    await runner.stop()
    await pool.end()
  }
  return { stop }
}

export function isCrontab(line: string) {
  try {
    return parseCrontab(line).length === 1
  } catch {
    return false
  }
}

function taskListOf(tasks: Tasks): TaskList {
  const entries = Object.entries(tasks).map(([name, task]): [string, Task] => {
    const { run, backOff } = typeof task === 'function' ? { run: task, backOff: [] } : task
    return [
      name,
      async (payload, { job, query }) => {
        try {
          await jobChannel.tracePromise(() => run(payload as never), { name })
        } catch (error) {
          const seconds = backOff[job.attempts - 1] ?? backOff.at(-1)
          if (error instanceof FinalFailure) await endAttempts(query as Query, job.id)
          else if (seconds !== undefined) await delayRetry(query as Query, job.id, withJitter(seconds))
          throw error
        }
      },
    ]
  })
  return Object.fromEntries(entries)
}

function withJitter(seconds: number) {
  return seconds * (1 + Math.random() / 10)
}

const silent = new Logger(() => () => {})
