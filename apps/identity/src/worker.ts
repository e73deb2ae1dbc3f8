import { startShipping } from '@atrium/audit/audit-shipping'
import { openAuditTarget } from '@atrium/audit/audit-target'
import { runConsumers } from '@atrium/database/outbox/run-consumers'
import { startJobs } from '@atrium/jobs/jobs'
import { createMailer } from '@atrium/mail/mailer'
import { runSender } from '@atrium/webhooks/sending/run-sender'
import { backupCrontab, backupTasks } from '#admin/health/backup-jobs.ts'
import { mailTasks } from '#mail/email-jobs.ts'
import { logoutTasks } from '#oauth/logout/logout-jobs.ts'
import { directoryCrontab, directoryTasks } from '#sign-in/directory-sync/directory-sync-jobs.ts'
import { storageTasks } from '#storage/file.commands.ts'
import { erasureCrontab, erasureTasks } from '#users/erasure/report-erasures.ts'
import { handOverCrontab, handOverTasks } from '#users/offboarding/hand-over.ts'
import { auditOutbox } from '#webhooks/audit-outbox.ts'
import { webhookHost, webhookMailTasks } from '#webhooks/webhook-host.ts'
import { webhooks } from '#webhooks/webhooks.consumer.ts'
import type { Deps } from './deps.ts'
import { directDatabaseUrl } from './settings.ts'

/** Nothing announces audit entries, so their consumer looks every second: a cheap read while there is none. */
const CONSUMER_POLL_MS = 1000

/** Runs queued jobs, sends to webhooks, and sends audit entries on in the service's process; any number of instances share the work. */
export async function startWorker(deps: Deps) {
  const sendMail = createMailer(deps.settings)
  const tasks = {
    ...mailTasks(deps, sendMail),
    ...webhookMailTasks(deps, sendMail),
    ...storageTasks(deps),
    ...logoutTasks(deps),
    ...erasureTasks(deps),
    ...handOverTasks(deps),
    ...backupTasks(deps),
    ...directoryTasks(deps),
  }
  const crontab = [erasureCrontab, handOverCrontab, directoryCrontab, ...backupCrontab(deps.settings)]
  const jobs = await startJobs(directDatabaseUrl(deps.settings), tasks, deps.log, crontab)
  const shipping = startShipping({
    db: deps.db,
    service: 'identity',
    send: openAuditTarget(deps.settings),
    log: deps.log,
  })
  const consumers = [webhooks(() => deps.now())]
  const consuming = await runConsumers({
    db: deps.db,
    outbox: auditOutbox,
    consumers,
    log: deps.log,
    pollMs: CONSUMER_POLL_MS,
  })
  const sender = runSender(webhookHost(deps))
  const stop = async () => {
    await consuming.stop()
    await sender.stop()
    await shipping.stop()
    await jobs.stop()
  }
  return { stop }
}
