import type { Database } from '#deps.ts'
import { changeText, notificationText } from './frames.ts'
import type { OpenStreams } from './open-streams.ts'
import { type ChangeRow, listChanges, listNotificationsAfter } from './replay.queries.ts'
import { placeOf, type Stream } from './stream.ts'

/** What instances tell each other after a commit: ids only, whoever has a reader for them looks them up. */
export interface StreamNews {
  name: 'news'
  /** Whose notifications there are new ones of. */
  users: number[]
  changes: { id: number; projectId: number; boards: number[] }[]
}

export async function deliverNews(db: Database, streams: OpenStreams, { users, changes }: StreamNews) {
  await deliverNotifications(db, streams, users)
  const followed = changes.filter(({ projectId, boards }) => streams.ofChange(projectId, boards).size > 0)
  if (followed.length === 0) return
  for (const change of await listChanges(
    db,
    followed.map(({ id }) => id),
  )) {
    const text = changeText(change)
    for (const stream of streams.ofChange(change.projectId, boardsOf(change))) {
      if (stream.isReady) sendChange(stream, change.id, text)
    }
  }
}

/** To each of the users' streams what it has not had yet. */
export async function deliverNotifications(db: Database, streams: OpenStreams, userIds: number[]) {
  const readers = userIds.flatMap(userId => {
    const ready = [...streams.ofUser(userId)].filter(({ isReady }) => isReady)
    const after = Math.min(...ready.map(({ lastNotificationId }) => lastNotificationId))
    return ready.length > 0 ? [{ userId, after }] : []
  })
  if (readers.length === 0) return
  for (const row of await listNotificationsAfter(db, readers)) {
    const text = notificationText(row)
    for (const stream of streams.ofUser(row.userId)) {
      if (stream.isReady && stream.lastNotificationId < row.id) sendNotification(stream, row.id, text)
    }
  }
}

export function sendNotification(stream: Stream, id: number, text: string) {
  stream.lastNotificationId = id
  stream.send(text, placeOf(stream))
}

export function sendChange(stream: Stream, id: number, text: string) {
  stream.lastChangeId = Math.max(stream.lastChangeId, id)
  stream.send(text, placeOf(stream))
}

/** A task that leaves a board is news for both. */
function boardsOf({ boardId, before }: Pick<ChangeRow, 'boardId' | 'before'>) {
  return [boardId, before.boardId].filter(id => typeof id === 'number')
}
