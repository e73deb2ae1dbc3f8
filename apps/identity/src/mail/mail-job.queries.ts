import { listReply, pageOf } from '@atrium/http/pagination'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { MailJob, MailJobFilters } from './mail-job.schema.ts'

/** The queue's own number: over about three days. One that was refused for good had fewer. */
const ATTEMPTS = 25

export async function listMailJobs(db: Database, filters: MailJobFilters) {
  const page = pageOf(filters)
  const { status } = filters
  const condition = status ? sql`status = ${status}` : sql`true`
  const [{ rows }, total] = await Promise.all([
    sql<MailJob>`select * from (${mailJobs}) as job where ${condition}
      order by id desc limit ${sql.lit(page.limit)} offset ${page.offset}`.execute(db),
    countMailJobs(db, condition),
  ])
  return listReply(rows.map(withoutTokens), total, page)
}

export async function findMailJob(db: Database, id: number): Promise<MailJob | undefined> {
  const { rows } = await sql<MailJob>`select * from (${mailJobs}) as job where id = ${id}`.execute(db)
  return rows.map(withoutTokens)[0]
}

/** False when the job is running or gone. */
export async function rescheduleJob(tx: Database, id: number) {
  return (await reschedule(tx, sql`array[${id}::bigint]`)) === 1
}

/** How many there were. */
export function rescheduleFailedJobs(tx: Database) {
  return reschedule(tx, sql`array(select id from (${mailJobs}) as job where status = 'failed')`)
}

/** The queue's own function, which leaves alone what is running or gone. */
async function reschedule(tx: Database, ids: RawBuilder<unknown>) {
  const { rows } = await sql`select id from graphile_worker.reschedule_jobs(${ids},
    run_at => now(), attempts => 0, max_attempts => ${sql.lit(ATTEMPTS)})`.execute(tx)
  return rows.length
}

/** The queue's own function; false when the job is running or gone. */
export async function removeJob(tx: Database, id: number) {
  const { rows } = await sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
  return rows.length === 1
}

export async function countMailQueue(db: Database) {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where attempts < max_attempts) as waiting,
      count(*) filter (where attempts >= max_attempts) as failed
    from graphile_worker.jobs where task_identifier like 'mail.%'`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0 }
}

async function countMailJobs(db: Database, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${mailJobs}) as job where ${condition}`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * Whom a mail is for is in the job's payload, which the queue's public view leaves out. What was typed to reset a
 * password is shown as the account's address or not at all: people type their passwords there, too (decision 20).
 */
const mailJobs = sql`
  select job.id, job.task_identifier as kind, job.attempts, job.max_attempts, job.last_error, job.run_at, job.created_at,
    case when job.locked_at is not null then 'running'
      when job.attempts >= job.max_attempts then 'failed' else 'waiting' end as status,
    coalesce(content.payload ->> 'oldEmail',
      (select email from users where users.id = (content.payload ->> 'userId')::bigint),
      (select email from users where lower(users.email) = lower(trim(content.payload ->> 'username') collate natural_order)),
      (select email from users where users.phone = content.payload ->> 'username')) as recipient
  from graphile_worker.jobs as job
  join graphile_worker._private_jobs as content on content.id = job.id
  where job.task_identifier like 'mail.%'`

/** A mail server may quote what it refuses, the link with its token too. */
function withoutTokens(job: MailJob): MailJob {
  return { ...job, lastError: job.lastError?.replace(/(token=)[\w-]+/g, '$1…') ?? null }
}
