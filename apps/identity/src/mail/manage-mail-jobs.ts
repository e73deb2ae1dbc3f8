import { inTransaction } from '@atrium/database/transaction'
import { Conflict, EntityNotFound } from '@atrium/http/errors'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database, Deps } from '#deps.ts'
import { findMailJob, removeJob, rescheduleFailedJobs, rescheduleJob } from './mail-job.queries.ts'

/** At once, with all its attempts again. */
export function retryMailJob(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const { kind, recipient } = await getMailJob(tx, id)
    if (!(await rescheduleJob(tx, id))) throw isRunning()
    await audit(deps, tx, actor, { action: 'mail.retried', details: { id, kind, recipient } })
    return getMailJob(tx, id)
  })
}

/** For the day on which the mail server's own settings were wrong. */
export function retryFailedMailJobs(deps: Deps, actor: Actor) {
  return inTransaction(deps, async tx => {
    const count = await rescheduleFailedJobs(tx)
    if (count > 0) await audit(deps, tx, actor, { action: 'mail.all_retried', details: { count } })
    return count
  })
}

export function removeMailJob(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const { kind, recipient } = await getMailJob(tx, id)
    if (!(await removeJob(tx, id))) throw isRunning()
    await audit(deps, tx, actor, { action: 'mail.removed', details: { id, kind, recipient } })
  })
}

async function getMailJob(tx: Database, id: number) {
  const job = await findMailJob(tx, id)
  if (!job) throw new EntityNotFound('Mail job')
  return job
}

function isRunning() {
  return new Conflict('This mail is being sent at this moment')
}
