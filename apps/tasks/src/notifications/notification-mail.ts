import { addJobs } from '@atrium/jobs/jobs'
import { layOut } from '@atrium/mail/layout'
import type { SendMail } from '@atrium/mail/mailer'
import type { Database, Deps } from '#deps.ts'
import { notificationLetter } from './notification-letter.ts'
import { findMailReader, listUnmailed, markMailed } from './notification-mail.queries.ts'
import { holdReaders, type StoredNotification } from './store-notifications.queries.ts'

const JOB = 'mail.notifications'
const DIGEST_AFTER_MS = 15 * 60_000

interface NotificationMail {
  userId: number
  /** Just this one; without it all that wait. */
  notificationId?: number
}

/** One letter for each, or one for all of a quarter of an hour: its job waits from the first of them on. */
export async function mailNotifications(tx: Database, stored: StoredNotification[]) {
  const wished = stored.filter(({ mail }) => mail !== 'none')
  if (wished.length === 0) return
  const runAt = new Date(Date.now() + DIGEST_AFTER_MS)
  const jobs = wished.map(({ id, userId, mail }) =>
    mail === 'each'
      ? { payload: { userId, notificationId: id } }
      : { payload: { userId }, key: `digest ${userId}`, runAt },
  )
  await addJobs(tx, JOB, jobs)
}

/**
 * What has been read meanwhile is not mailed. Marked after it is sent: if we stop in between, the letter comes twice
 * rather than never.
 */
export function notificationMailTasks({ db, settings, now }: Deps, sendMail: SendMail) {
  return {
    [JOB]: async ({ userId, notificationId }: NotificationMail) => {
      const unmailed = await findUnmailed(db, userId, notificationId)
      if (unmailed.length === 0) return
      const reader = await findMailReader(db, userId)
      if (reader) {
        const letter = notificationLetter(reader.language, unmailed, settings.FRONTEND_URL)
        await sendMail(layOut(reader.email, letter))
      }
      const ids = unmailed.map(({ id }) => id)
      await markMailed(db, ids, now().toISOString())
    },
  }
}

/** With those whose transaction is about to end: it has seen the job wait and added no other. */
function findUnmailed(db: Database, userId: number, notificationId: number | undefined) {
  return db.transaction().execute(async tx => {
    await holdReaders(tx, [userId])
    return listUnmailed(tx, userId, notificationId)
  })
}
