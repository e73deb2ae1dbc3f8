import { startShipping } from '@atrium/audit/audit-shipping'
import { openAuditTarget } from '@atrium/audit/audit-target'
import { startJobs } from '@atrium/jobs/jobs'
import { createMailer } from '@atrium/mail/mailer'
import { backupCrontab, backupTasks } from '#admin/health/backup-jobs.ts'
import { mailTasks } from '#mail/email-jobs.ts'
import { logoutTasks } from '#oauth/logout/logout-jobs.ts'
import { directoryCrontab, directoryTasks } from '#sign-in/directory-sync/directory-sync-jobs.ts'
import { storageTasks } from '#storage/file.commands.ts'
import { erasureCrontab, erasureTasks } from '#users/erasure/report-erasures.ts'
import { handOverCrontab, handOverTasks } from '#users/offboarding/hand-over.ts'
import type { Deps } from './deps.ts'
import { directDatabaseUrl } from './settings.ts'

/** Runs queued jobs and sends audit entries on in the service's process; any number of instances share the work. */
export async function startWorker(deps: Deps) {
  const tasks = {
    ...mailTasks(deps, createMailer(deps.settings)),
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
  const stop = async () => {
    await shipping.stop()
    await jobs.stop()
  }
  return { stop }
}
