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

/** Runs at the end of the events' transaction and returns the notified users. */
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
 * Within five minutes, a notification replaces an earlier one of the same type about the same task. Returns the notified
 * users. Four statements for any number of notifications.
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

/** Keeps the last of several, in the order in which they occurred. */
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
