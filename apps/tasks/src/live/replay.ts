import type { Database } from '#database.ts'
import { findLastActivityId } from '#projects/activity.queries.ts'
import { changeFrame, notificationFrame, resyncFrame } from './frames.ts'
import { findChangeIdsSince, listChanges, listMissedNotifications } from './replay.queries.ts'
import type { Stream } from './stream.ts'

const PAGE = 200

/** The changes since a place in the past, a page at a time and as fast as they are read: there may be many. */
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

/** The client loads everything again and goes on from now: the place that was too old is not asked for a second time. */
async function askToReload(db: Database, stream: Stream) {
  stream.lastChangeId = await findLastActivityId(db)
  await stream.replay(resyncFrame)
}

/** Until there are no more, also of those that came while these were read. */
export async function replayNotifications(db: Database, stream: Stream) {
  for (;;) {
    stream.hasMissedNews = false
    const missed = await listMissedNotifications(db, stream.userId, stream.lastNotificationId)
    if (missed.length === 0 && !stream.hasMissedNews) return
    for (const row of missed) await stream.replay(notificationFrame(row))
    if (stream.isEnded()) return
  }
}
