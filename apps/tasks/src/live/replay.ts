import { isWithinToken } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { findLastActivityId } from '#projects/activity.queries.ts'
import { changeFrame, notificationFrame, resyncFrame } from './frames.ts'
import { findChangeIdsSince, listChanges, listMissedNotifications } from './replay.queries.ts'
import { type Stream, skipNotification } from './stream.ts'

const PAGE = 200

/** Sends the changes since an event id, page by page, as fast as the client reads. */
export async function replayChanges(db: Database, stream: Stream, since: number | undefined, now: Date) {
  if (since === undefined || stream.topics.length === 0) return
  const ids = await findChangeIdsSince(db, stream.topics, since, now)
  if (!ids) return askToReload(db, stream)
  for (let at = 0; at < ids.length; at += PAGE) {
    for (const change of await listChanges(db, ids.slice(at, at + PAGE))) {
      await stream.replay(changeFrame(change))
    }
    if (stream.isEnded()) return
  }
}

/** The client reloads everything and continues from now. */
async function askToReload(db: Database, stream: Stream) {
  stream.lastChangeId = await findLastActivityId(db)
  await stream.replay(resyncFrame)
}

/** Repeats until none are left, including those created meanwhile. */
export async function replayNotifications(db: Database, stream: Stream) {
  for (;;) {
    stream.hasMissedChanges = false
    const missed = await listMissedNotifications(db, stream.userId, stream.lastNotificationId)
    if (missed.length === 0 && !stream.hasMissedChanges) return
    for (const row of missed) {
      if (isWithinToken(stream.actor, row.projectId)) await stream.replay(notificationFrame(row))
      else skipNotification(stream, row.id)
    }
    if (stream.isEnded()) return
  }
}
