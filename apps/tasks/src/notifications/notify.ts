import type { Database } from '#database.ts'
import type { ActivityEvent } from '#events.ts'
import { mailNotifications } from './notification-mail.ts'
import {
  findAudience,
  insertNotifications,
  isReminder,
  listEarlier,
  lockReaders,
  type NewNotification,
  type Recipient,
} from './notify.queries.ts'
import { occasionsOf, type Subject } from './occasions.ts'
import { writeNotification } from './write-notification.ts'

/** At the end of the transaction of these events; returns the users who are notified of them. */
export async function notify(tx: Database, events: ActivityEvent[], now: Date): Promise<number[]> {
  const concerns = events
    .map(event => ({ event, occasions: occasionsOf(event) }))
    .filter(({ occasions }) => occasions.length > 0)
  if (concerns.length === 0) return []
  return storeNotifications(tx, await findAudience(tx, concerns), now)
}

interface Occurrence {
  recipient: Recipient
  subject: Subject
}

/**
 * Returns who got one. Of one type about one task there is one within five minutes, which shows the newest state: a
 * later notification replaces an earlier one. Four statements, however many there are.
 */
export async function storeNotifications(
  tx: Database,
  occurrences: Occurrence[],
  now: Date,
): Promise<number[]> {
  if (occurrences.length === 0) return []
  await lockReaders(
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
  for (const [index, { recipient, subject }] of occurrences.entries()) {
    const { userId, taskId, type } = keyOf({ recipient, subject })
    const key = taskId === null ? String(index) : `${userId} ${taskId} ${type}`
    const before = newest.get(key)?.context ?? earlier.get(index)
    if (before && isReminder(type)) continue
    newest.delete(key)
    newest.set(key, writeNotification(recipient, subject, before))
  }
  return [...newest.values()]
}

function keyOf({ recipient: { userId, type, dueDate }, subject: { taskId = null } }: Occurrence) {
  return { userId, type, taskId, dueDate }
}
