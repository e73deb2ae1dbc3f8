import { addJobs } from '@atrium/jobs/jobs'
import { layOut } from '@atrium/mail/layout'
import type { SendMail } from '@atrium/mail/mailer'
import type { Database, Deps } from '#deps.ts'
import type { NotificationType } from './notification.contract.ts'
import { notificationLetter } from './notification-letter.ts'
import { findMailReader, listUnmailed, type MailReader, markMailed } from './notification-mail.queries.ts'
import { holdReaders, type StoredNotification } from './store-notifications.queries.ts'

const JOB = 'mail.notifications'
const DIGEST_AFTER_MS = 15 * 60_000
const REPLACED_AFTER_MS = 5 * 60_000

interface NotificationMail {
  userId: number
  /** Just this one, or the one of this type about this task; without them all that wait. */
  notificationId?: number
  taskId?: number
  type?: NotificationType
}

/**
 * One email for each, or one for all of a quarter of an hour: its job waits from the first of them on. What replaces
 * another waits too, so that a lively discussion is not an email for every comment.
 */
export async function mailNotifications(tx: Database, stored: StoredNotification[], now: Date) {
  const wished = stored.filter(({ mail }) => mail !== 'none')
  if (wished.length === 0) return
  await addJobs(
    tx,
    JOB,
    wished.map(notification => jobOf(notification, now)),
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

/**
 * What has been read meanwhile is not mailed. Marked after it is sent: if we stop in between, the letter comes twice
 * rather than never.
 */
export function notificationMailTasks({ db, settings, now, identity }: Deps, sendMail: SendMail) {
  return {
    [JOB]: async ({ userId, ...which }: NotificationMail) => {
      const unmailed = await findUnmailed(db, userId, which)
      if (unmailed.length === 0) return
      const reader = await findMailReader(db, userId)
      if (reader && (await isConfirmed(identity, reader))) {
        const letter = notificationLetter(reader.language, unmailed, settings.FRONTEND_URL)
        await sendMail(layOut(reader.email, letter))
      }
      const ids = unmailed.map(({ id }) => id)
      await markMailed(db, ids, now().toISOString())
    },
  }
}

/** Texts of other users go to no address that its owner may have never seen. What it was when we last heard may be over. */
async function isConfirmed(identity: Deps['identity'], { email, isEmailVerified, passportId }: MailReader) {
  if (isEmailVerified || passportId === null) return isEmailVerified
  const confirmed = await identity.readConfirmedEmail(passportId)
  return confirmed?.toLowerCase() === email.toLowerCase()
}

/** With those whose transaction is about to end: it has seen the job wait and added no other. */
function findUnmailed(db: Database, userId: number, which: Omit<NotificationMail, 'userId'>) {
  return db.transaction().execute(async tx => {
    await holdReaders(tx, [userId])
    return listUnmailed(tx, userId, which)
  })
}
