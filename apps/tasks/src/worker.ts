import { startShipping } from '@atrium/audit/audit-shipping'
import { openAuditTarget } from '@atrium/audit/audit-target'
import { runConsumers } from '@atrium/database/outbox/run-consumers'
import { startJobs } from '@atrium/jobs/jobs'
import { createMailer } from '@atrium/mail/mailer'
import { orphanedContentTasks } from '@atrium/storage/orphaned-content'
import { runSender } from '@atrium/webhooks/sending/run-sender'
import { automationsCrontab, automationTasks } from '#automations/automation-jobs.ts'
import { hasJobWithContent } from '#imports/jobs/import-job.queries.ts'
import { importsCrontab, importTasks } from '#imports/jobs/import-jobs.ts'
import type { LiveBusMessage } from '#live/change-notice.ts'
import { dueNotificationsCrontab, dueNotificationsTasks } from '#notifications/due-notifications.ts'
import { snoozedTasks } from '#notifications/inbox/inbox.commands.ts'
import { notificationMailTasks } from '#notifications/notification-mail.ts'
import { pushTasks } from '#notifications/push/send-push.ts'
import { outbox } from '#projects/activity.queries.ts'
import { invitationMailTasks } from '#projects/invitation-email.ts'
import { archiveCrontab, archiveTasks } from '#tasks/archive/archive-jobs.ts'
import { hasAttachmentWithKey } from '#tasks/attachments/attachment.queries.ts'
import { occurrencesCrontab, occurrencesTasks } from '#tasks/recurrence/occurrences.ts'
import { forgottenTimersCrontab, forgottenTimersTasks } from '#time-tracking/timer.commands.ts'
import { webhookHost } from '#webhooks/webhook-host.ts'
import type { Deps } from './deps.ts'
import { directDatabaseUrl } from './settings.ts'

/** Runs queued jobs and consumers, sends to webhooks, and sends audit entries on, in the service's process; any number of instances share the work. */
export async function startWorker(deps: Deps) {
  const { db, storage, settings, log } = deps
  const sendMail = createMailer(settings)
  const tasks = {
    ...invitationMailTasks(deps, sendMail),
    ...notificationMailTasks(deps, sendMail),
    ...pushTasks(deps),
    ...snoozedTasks(deps),
    ...unlessPaused(deps, {
      ...dueNotificationsTasks(deps),
      ...forgottenTimersTasks(deps),
      ...occurrencesTasks(deps),
      ...archiveTasks(deps),
    }),
    ...automationTasks(deps),
    ...importTasks(deps),
    ...orphanedContentTasks(
      storage,
      async key => (await hasAttachmentWithKey(db, key)) || (await hasJobWithContent(db, key)),
    ),
  }
  const crontab = [
    forgottenTimersCrontab,
    dueNotificationsCrontab,
    occurrencesCrontab,
    archiveCrontab,
    automationsCrontab,
    importsCrontab,
  ]
  const jobs = await startJobs(directDatabaseUrl(settings), tasks, log, crontab)
  const shipping = startShipping({
    db: deps.db,
    service: 'tasks',
    send: openAuditTarget(deps.settings),
    log: deps.log,
  })
  const consuming = await runConsumers({ db, outbox, consumers: deps.consumers, log })
  const sender = runSender(webhookHost(deps))
  deps.bus.onMessage(message => {
    const heard = message as LiveBusMessage
    if (heard.name === 'news' && heard.changes.length > 0) consuming.wake()
  })
  deps.bus.onGap(consuming.wake)
  const stop = async () => {
    await consuming.stop()
    await sender.stop()
    await shipping.stop()
    await jobs.stop()
  }
  return { stop }
}

/** What changes data on a schedule waits in maintenance mode: the first run after it finds everything that is due. */
export function unlessPaused(
  { notices }: Pick<Deps, 'notices'>,
  tasks: Record<string, () => Promise<void>>,
): Record<string, () => Promise<void>> {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, run]) => [
      name,
      async () => {
        if (notices.allowsBackgroundChanges()) await run()
      },
    ]),
  )
}
