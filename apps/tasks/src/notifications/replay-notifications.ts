import type { Database } from '#deps.ts'
import { sendNotification } from './deliver.ts'
import { notificationText } from './frames.ts'
import { listMissedNotifications } from './replay.queries.ts'
import type { Stream } from './stream.ts'

/** A page at a time, as fast as it is read: what was missed may be much. */
export async function sendMissedNotifications(db: Database, stream: Stream) {
  for (;;) {
    const missed = await listMissedNotifications(db, stream.userId, stream.lastNotificationId)
    if (missed.length === 0) return
    for (const row of missed) {
      sendNotification(stream, row.id, notificationText(row))
      await stream.untilTaken()
    }
  }
}
