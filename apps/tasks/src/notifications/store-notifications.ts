import type { Database } from '#deps.ts'
import type { Recipient } from './audience.queries.ts'
import { mailNotifications } from './notification-mail.ts'
import {
  holdReaders,
  insertNotifications,
  isReminder,
  listEarlier,
  type NewNotification,
} from './store-notifications.queries.ts'
import { type Happening, writeNotification } from './write-notification.ts'

interface Occurrence {
  recipient: Recipient
  happening: Happening
}

/**
 * Answers who has got one. Of one type about one task there is one within five minutes, which tells the newest state: a
 * later notification replaces an earlier one. Four statements, however many there are.
 */
export async function storeNotifications(
  tx: Database,
  occurrences: Occurrence[],
  now: Date,
): Promise<number[]> {
  if (occurrences.length === 0) return []
  await holdReaders(
    tx,
    occurrences.map(({ recipient }) => recipient.userId),
  )
  const stored = await insertNotifications(tx, await coalesce(tx, occurrences, now), now)
  await mailNotifications(tx, stored, now)
  return [...new Set(stored.map(({ userId }) => userId))]
}

/** In the order of what happened last. */
async function coalesce(tx: Database, occurrences: Occurrence[], now: Date) {
  const earlier = await listEarlier(tx, occurrences.map(keyOf), now)
  const newest = new Map<string, NewNotification>()
  for (const [index, { recipient, happening }] of occurrences.entries()) {
    const { userId, taskId, type } = keyOf({ recipient, happening })
    const key = taskId === null ? String(index) : `${userId} ${taskId} ${type}`
    const before = newest.get(key)?.context ?? earlier.get(index)
    if (before && isReminder(type)) continue
    newest.delete(key)
    newest.set(key, writeNotification(recipient, happening, before))
  }
  return [...newest.values()]
}

function keyOf({ recipient: { userId, type, dueDate }, happening: { taskId = null } }: Occurrence) {
  return { userId, type, taskId, dueDate }
}
