import { DomainError } from '@atrium/core/errors'
import { listReply, pageOf } from '@atrium/core/paging'
import { inTransaction } from '@atrium/database/transaction'
import type { MailJob as QueuedEmail } from '@atrium/mail/mail-job.contract'
import { createMailQueue, retryQueuedEmails } from '@atrium/mail/mail-queue'
import { sql } from 'kysely'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import type { MailJobFilters, MailJobList, MailService, Missing } from './mail-job.contract.ts'
import { tasksMailQueue } from './tasks-mail-queue.ts'

/**
 * What was typed to reset a password is shown as the address of the account or not at all: users also type their
 * passwords there (decision 20).
 */
const mailQueue = createMailQueue(sql<string | null>`coalesce(content.payload ->> 'oldEmail',
  (select email from users where users.id = (content.payload ->> 'userId')::bigint),
  (select email from users where lower(users.email) = lower(trim(content.payload ->> 'username') collate natural_order)),
  (select email from users where users.phone = content.payload ->> 'username'))`)

const NONE = { waiting: 0, running: 0, failed: 0 }

/** First the emails of this service, then those of the task service; within each the newest first. */
export async function listMailJobs(deps: Deps, actor: Actor, filters: MailJobFilters): Promise<MailJobList> {
  const page = pageOf(filters)
  const { status, service } = filters
  const own = service === 'tasks' ? undefined : await mailQueue.list(deps.db, page, status)
  const ownTotal = own?._meta.total ?? 0
  const room = page.limit - (own?.items.length ?? 0)
  const window = { offset: Math.max(0, page.offset - ownTotal), limit: Math.max(1, room), status }
  const { answer: theirs, missing } = await fromTasks(deps, service, () =>
    tasksMailQueue(deps, actor)?.list(window),
  )
  const items = [
    ...(own?.items ?? []).map(job => ({ service: 'identity' as const, ...job })),
    ...(theirs?.items ?? []).slice(0, room).map(job => ({ service: 'tasks' as const, ...job })),
  ]
  const [a, b] = [own?.counts ?? NONE, theirs?.counts ?? NONE]
  const counts = {
    waiting: a.waiting + b.waiting,
    running: a.running + b.running,
    failed: a.failed + b.failed,
  }
  return { ...listReply(items, ownTotal + (theirs?._meta.total ?? 0), page), counts, missing }
}

export async function retryMailJob(deps: Deps, actor: Actor, service: MailService, id: number) {
  if (service === 'tasks') {
    const job = await requireTasksQueue(deps, actor).retry(id)
    await auditJob(deps, deps.db, actor, 'mail.retried', service, job)
    return { service, ...job }
  }
  return inTransaction(deps, async tx => {
    const job = await mailQueue.retry(tx, id)
    await auditJob(deps, tx, actor, 'mail.retried', service, job)
    return { service, ...job }
  })
}

export async function retryFailedMailJobs(deps: Deps, actor: Actor, service: MailService | undefined) {
  const own =
    service === 'tasks' ? 0 : await inTransaction(deps, tx => retryAll(tx, () => retryQueuedEmails(tx)))
  const { answer: theirs = 0, missing } = await fromTasks(deps, service, async () => {
    const queue = tasksMailQueue(deps, actor)
    return queue && retryAll(deps.db, () => queue.retryFailed(), 'tasks')
  })
  return { retried: own + theirs, missing }

  async function retryAll(tx: Database, retry: () => Promise<number>, service?: MailService) {
    const count = await retry()
    const details = service ? { count, service } : { count }
    if (count > 0) await audit(deps, tx, actor, { action: 'mail.all_retried', details })
    return count
  }
}

export async function deleteMailJob(deps: Deps, actor: Actor, service: MailService, id: number) {
  if (service === 'tasks') {
    const job = await requireTasksQueue(deps, actor).remove(id)
    return auditJob(deps, deps.db, actor, 'mail.removed', service, job)
  }
  return inTransaction(deps, async tx => {
    const job = await mailQueue.remove(tx, id)
    await auditJob(deps, tx, actor, 'mail.removed', service, job)
  })
}

/** A service that does not respond is left out of a list of both, and `missing` says so. */
async function fromTasks<Answer>(
  { log }: Deps,
  service: MailService | undefined,
  call: () => Promise<Answer | undefined> | undefined,
): Promise<{ answer?: Answer; missing: Missing }> {
  if (service === 'identity') return { missing: [] }
  try {
    const answer = await call()
    return answer === undefined ? without('not_configured') : { answer, missing: [] }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'tasks_mail_forbidden') return without('forbidden')
    if (error.code !== 'tasks_unavailable') throw error
    log.warn({ err: error }, 'the mail queue of the task service cannot be reached')
    return without('unreachable')
  }
}

function without(reason: Missing[number]['reason']) {
  return { missing: [{ service: 'tasks' as const, reason }] }
}

function requireTasksQueue(deps: Deps, actor: Actor) {
  const queue = tasksMailQueue(deps, actor)
  if (!queue) throw new NotFound('mail_job_not_found')
  return queue
}

function auditJob(
  deps: Deps,
  db: Database,
  actor: Actor,
  action: string,
  service: MailService,
  { id, kind, recipient }: QueuedEmail,
) {
  const details = { id, kind, recipient, ...(service === 'tasks' && { service }) }
  return audit(deps, db, actor, { action, details })
}
