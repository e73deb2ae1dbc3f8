import { errorsOf } from '@atrium/core/errors'
import { listReply, type Page } from '@atrium/core/paging'
import { sharedErrors } from '@atrium/core/shared.errors'
import { countJobs } from '@atrium/jobs/jobs'
import { jobsWithPayload } from '@atrium/jobs/private-tables'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { MailJob, MailJobList, MailJobStatus } from './mail-job.contract.ts'

const { Conflict, NotFound } = errorsOf(sharedErrors)

/** The queue's own default, over about three days. An email that was rejected permanently was left with fewer. */
const ATTEMPTS = 25

export type QueuedEmail = Omit<MailJob, 'recipient'>

/** All of them, oldest first, without recipients: only the service knows those. */
export async function listQueuedEmails<DB>(db: Kysely<DB>, status?: MailJobStatus) {
  const { rows } = await sql<QueuedEmail>`
    select * from (${queuedEmails()}) as job where ${withStatus(status)} order by id`.execute(db)
  return rows.map(withoutTokens)
}

/** Retries one email that is not being sent, or all failed ones, with all attempts again. Returns how many. */
export async function retryQueuedEmails<DB>(db: Kysely<DB>, id?: number) {
  const condition = id === undefined ? withStatus('failed') : sql`id = ${id}`
  const { rows } = await sql`select id from graphile_worker.reschedule_jobs(
    array(select id from (${queuedEmails()}) as job where ${condition}),
    run_at => now(), attempts => 0, max_attempts => ${sql.lit(ATTEMPTS)})`.execute(db)
  return rows.length
}

/** Removes those that `isConcerned` selects by `content.payload`; one that is being sent right now stays. */
export async function removeQueuedEmails<DB>(tx: Kysely<DB>, isConcerned: RawBuilder<boolean>) {
  await sql`select graphile_worker.complete_jobs(array(
    select id from (${queuedEmails(undefined, isConcerned)}) as job))`.execute(tx)
}

/** The emails of one service. `recipient` is its SQL for the address of the job whose payload is `content.payload`. */
export function createMailQueue(recipient: RawBuilder<string | null>) {
  const mailJobs = queuedEmails(recipient)

  /** Newest first. */
  async function list<DB>(
    db: Kysely<DB>,
    page: Page,
    status: MailJobStatus | undefined,
  ): Promise<MailJobList> {
    const [{ rows }, counts] = await Promise.all([
      sql<MailJob>`select * from (${mailJobs}) as job where ${withStatus(status)}
        order by id desc limit ${sql.lit(page.limit)} offset ${page.offset}`.execute(db),
      countJobs(db, 'mail'),
    ])
    const total = status ? counts[status] : counts.waiting + counts.running + counts.failed
    return { ...listReply(rows.map(withoutTokens), total, page), counts }
  }

  async function get<DB>(db: Kysely<DB>, id: number): Promise<MailJob> {
    const { rows } = await sql<MailJob>`select * from (${mailJobs}) as job where id = ${id}`.execute(db)
    const [job] = rows.map(withoutTokens)
    if (!job) throw new NotFound('mail_job_not_found')
    return job
  }

  async function retry<DB>(tx: Kysely<DB>, id: number) {
    await get(tx, id)
    if ((await retryQueuedEmails(tx, id)) === 0) throw new Conflict('mail_job_running')
    return get(tx, id)
  }

  /** The queue's own function leaves a running job alone. */
  async function remove<DB>(tx: Kysely<DB>, id: number) {
    const job = await get(tx, id)
    const { rows } = await sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
    if (rows.length === 0) throw new Conflict('mail_job_running')
    return job
  }

  return { list, retry, remove }
}

/** The recipient is found by the job's payload, which the queue's public view leaves out. */
function queuedEmails(recipient?: RawBuilder<string | null>, isConcerned = sql<boolean>`true`) {
  const withRecipient = recipient ? sql`, ${recipient} as recipient` : sql``
  return sql`
    select job.id, job.task_identifier as kind, job.attempts, job.max_attempts, job.last_error, job.run_at, job.created_at,
      case when job.locked_at is not null then 'running'
        when job.attempts >= job.max_attempts then 'failed' else 'waiting' end as status ${withRecipient}
    from ${jobsWithPayload}
    where job.task_identifier like 'mail.%' and ${isConcerned}`
}

function withStatus(status: MailJobStatus | undefined) {
  return status ? sql`status = ${status}` : sql`true`
}

/** A mail server may quote what it rejects, including a link with its token. */
function withoutTokens<Job extends QueuedEmail>(job: Job): Job {
  return { ...job, lastError: job.lastError?.replace(/(token=)[\w-]+/g, '$1…') ?? null }
}
