import { EntityNotFound, Forbidden, Unavailable } from '@atrium/core/errors'
import { listReply, pageOf } from '@atrium/core/paging'
import { inTransaction } from '@atrium/database/transaction'
import type { MailJob as QueuedEmail } from '@atrium/mail/mail-job.contract'
import { retryQueuedEmails } from '@atrium/mail/mail-queue'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database, Deps } from '#deps.ts'
import type { MailJobFilters, MailJobList, MailService, Missing } from './mail-job.contract.ts'
import { mailQueue } from './mail-queue.ts'
import { tasksMailQueue } from './tasks-mail-queue.ts'

const NONE = { waiting: 0, running: 0, failed: 0 }

/** First the emails of this service, then those of the task service; within each the newest first. */
export async function listMailJobs(deps: Deps, actor: Actor, filters: MailJobFilters): Promise<MailJobList> {
  const page = pageOf(filters)
  const { status, service } = filters
  const own = service === 'tasks' ? undefined : await mailQueue.list(deps.db, page, status)
  const ownTotal = own?._meta.total ?? 0
  const room = page.limit - (own?.items.length ?? 0)
  const window = { offset: Math.max(0, page.offset - ownTotal), limit: Math.max(1, room), status }
  const { answer: theirs, missing } = await ifReachable(deps, service, () =>
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

/** Now, with all its attempts again. */
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

/** For when the settings of the mail server were wrong. */
export async function retryFailedMailJobs(deps: Deps, actor: Actor, service: MailService | undefined) {
  const own =
    service === 'tasks' ? 0 : await inTransaction(deps, tx => retryAll(tx, () => retryQueuedEmails(tx)))
  const { answer: theirs = 0, missing } = await ifReachable(deps, service, async () => {
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

export async function removeMailJob(deps: Deps, actor: Actor, service: MailService, id: number) {
  if (service === 'tasks') {
    const job = await requireTasksQueue(deps, actor).remove(id)
    return auditJob(deps, deps.db, actor, 'mail.removed', service, job)
  }
  return inTransaction(deps, async tx => {
    const job = await mailQueue.remove(tx, id)
    await auditJob(deps, tx, actor, 'mail.removed', service, job)
  })
}

/** Where several services are asked, one that does not answer is left out, and the answer says so. */
async function ifReachable<Answer>(
  { log }: Deps,
  service: MailService | undefined,
  ask: () => Promise<Answer | undefined> | undefined,
): Promise<{ answer?: Answer; missing: Missing }> {
  if (service === 'identity') return { missing: [] }
  try {
    const answer = await ask()
    return answer === undefined ? without('not_configured') : { answer, missing: [] }
  } catch (error) {
    if (error instanceof Forbidden) return without('forbidden')
    if (!(error instanceof Unavailable)) throw error
    log.warn({ err: error }, 'the mail queue of the task service cannot be reached')
    return without('unreachable')
  }
}

function without(reason: Missing[number]['reason']) {
  return { missing: [{ service: 'tasks' as const, reason }] }
}

function requireTasksQueue(deps: Deps, actor: Actor) {
  const queue = tasksMailQueue(deps, actor)
  if (!queue) throw new EntityNotFound('Mail job')
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
