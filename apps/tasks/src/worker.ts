import { startJobs } from '@atrium/jobs/jobs'
import { createMailer } from '@atrium/mail/mailer'
import { orphanedContentTasks } from '@atrium/storage/orphaned-content'
import { dueNotificationsCrontab, dueNotificationsTasks } from '#notifications/due-notifications.ts'
import { notificationMailTasks } from '#notifications/notification-mail.ts'
import { invitationMailTasks } from '#projects/invitation-email.ts'
import { hasAttachmentWithKey } from '#tasks/attachments/attachment.queries.ts'
import { occurrencesCrontab, occurrencesTasks } from '#tasks/recurrence/occurrences.ts'
import { forgottenTimersCrontab, forgottenTimersTasks } from '#time-tracking/timer.commands.ts'
import type { Deps } from './deps.ts'
import { directDatabaseUrl } from './settings.ts'

/** Runs queued jobs in the service's process; any number of instances share the queue. */
export function startWorker(deps: Deps) {
  const { db, storage, settings, log } = deps
  const sendMail = createMailer(settings)
  const tasks = {
    ...invitationMailTasks(deps, sendMail),
    ...notificationMailTasks(deps, sendMail),
    ...dueNotificationsTasks(deps),
    ...forgottenTimersTasks(deps),
    ...occurrencesTasks(deps),
    ...orphanedContentTasks(storage, key => hasAttachmentWithKey(db, key)),
  }
  const crontab = [forgottenTimersCrontab, dueNotificationsCrontab, occurrencesCrontab]
  return startJobs(directDatabaseUrl(settings), tasks, log, crontab)
}
