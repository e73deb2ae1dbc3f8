import { offeredLanguages, preferredLanguage } from '@atrium/core/languages'
import { retriedTransaction } from '@atrium/database/retry-transaction'
import { addJobs } from '@atrium/jobs/jobs'
import type { SendMail } from '@atrium/mail/mailer'
import { renderEmail } from '@atrium/mail/render-email'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { NotificationType } from './notification.contract.ts'
import { notificationEmail } from './notification-email.ts'
import {
  findMailReader,
  getMailTime,
  holdBack,
  listUnmailed,
  listWaiting,
  type MailReader,
  markMailed,
  type Unmailed,
} from './notification-mail.queries.ts'
import { lockReaders, type StoredNotification } from './notify.queries.ts'
import { unsubscribeHeaders } from './unsubscribe/unsubscribe-address.ts'

const JOB = 'mail.notifications'
const DIGEST_AFTER_MS = 15 * 60_000
const REPLACED_AFTER_MS = 5 * 60_000

interface NotificationMail {
  userId: number
  /** One notification, or the current one of this type about this task; without either, all unmailed ones. */
  notificationId?: number
  taskId?: number
  type?: NotificationType
  /** The notifications that wait for this moment. */
  mailAt?: string
}

/**
 * Sends an email per notification, or a digest 15 minutes after the first one. Replacements are delayed too, so a lively
 * discussion does not send an email for every comment. The job itself waits for the end of quiet hours and for the summary.
 */
export async function mailNotifications(tx: Database, stored: StoredNotification[], now: Date) {
  const mailed = stored.filter(({ mail }) => mail !== 'none')
  if (mailed.length === 0) return
  await addJobs(
    tx,
    JOB,
    mailed.map(notification => jobOf(notification, now)),
  )
}

function jobOf({ id, userId, taskId, type, mail, isReplacement }: StoredNotification, now: Date) {
  const later = (ms: number) => new Date(now.getTime() + ms)
  if (mail !== 'each') {
    return { payload: { userId }, key: `digest ${userId}`, runAt: later(DIGEST_AFTER_MS) }
  }
  if (!isReplacement) return { payload: { userId, notificationId: id } }
  return {
    payload: { userId, taskId, type },
    key: `notification ${userId} ${taskId} ${type}`,
    runAt: later(REPLACED_AFTER_MS),
  }
}

/** Skips what has been read in the meantime. Marked after sending: a crash in between sends the email twice, not never. */
export function notificationMailTasks({ db, settings, now, identity, notices }: Deps, sendMail: SendMail) {
  return {
    [JOB]: async ({ userId, ...which }: NotificationMail) => {
      const unmailed = await findUnmailed(db, userId, which, now())
      if (unmailed.length === 0) return
      const reader = await findMailReader(db, userId)
      if (reader && (await isConfirmed(identity, reader))) {
        const { branding } = notices.current()
        const language = preferredLanguage([reader.language], offeredLanguages(settings))
        const email = notificationEmail(unmailed, { language, product: branding.name, ...settings })
        const headers = unsubscribeHeaders(settings, userId)
        await sendMail({ ...renderEmail(reader.email, email, branding), headers })
      }
      const ids = unmailed.map(({ id }) => id)
      await markMailed(db, ids, now().toISOString())
    },
  }
}

/** Only confirmed addresses get other users' texts; an address may have been confirmed since the last synchronization. */
async function isConfirmed(identity: Deps['identity'], { email, isEmailVerified, passportId }: MailReader) {
  if (isEmailVerified || passportId === null) return isEmailVerified
  const confirmed = await identity.readConfirmedEmail(passportId)
  return confirmed?.toLowerCase() === email.toLowerCase()
}

/** Waits for transactions that found this job queued and therefore enqueued none. */
function findUnmailed(
  db: Database,
  userId: number,
  which: Omit<NotificationMail, 'userId'>,
  now: Date,
): Promise<Unmailed[]> {
  return retriedTransaction(db, async tx => {
    await lockReaders(tx, [userId])
    const unmailed = await listUnmailed(tx, userId, which)
    const isDue = which.mailAt !== undefined || unmailed.length === 0
    if (isDue || !(await postpone(tx, userId, unmailed, now))) return unmailed
    return []
  })
}

/** Moves what waits to the time that the new preferences say, or sends it now. */
export async function mailWaiting(tx: Database, userId: number, now: Date) {
  await lockReaders(tx, [userId])
  const waiting = await listWaiting(tx, userId)
  if (waiting.length > 0) await mailLater(tx, userId, waiting, await mailTimeOf(tx, userId, waiting, now))
}

/** Whether the email has to wait, for the end of quiet hours or for the summary. */
async function postpone(tx: Database, userId: number, unmailed: Unmailed[], now: Date) {
  const mailAt = await mailTimeOf(tx, userId, unmailed, now)
  if (mailAt <= now) return false
  await mailLater(tx, userId, unmailed, mailAt)
  return true
}

function mailTimeOf(tx: Database, userId: number, [oldest]: Unmailed[], now: Date) {
  const at = now.toISOString()
  return getMailTime(tx, userId, { now: at, since: oldest?.createdAt ?? at })
}

/** All that waits for the same moment is one email. */
async function mailLater(tx: Database, userId: number, waiting: Unmailed[], runAt: Date) {
  const mailAt = runAt.toISOString()
  await holdBack(
    tx,
    waiting.map(({ id }) => id),
    mailAt,
  )
  await addJobs(tx, JOB, [{ payload: { userId, mailAt }, key: `digest ${userId} at ${mailAt}`, runAt }])
}
