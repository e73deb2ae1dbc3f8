import { settleAll } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { ActivityEvent } from '#events.ts'
import { findAudience, type Recipient } from './audience.queries.ts'
import { mailNotifications } from './notification-mail.ts'
import {
  type EarlierContext,
  insertNotifications,
  isReminder,
  keyOf,
  listEarlier,
  lockReaders,
  type NewNotification,
} from './notify.queries.ts'
import { occasionsOf, type Subject } from './occasions.ts'
import { pushNotifications } from './push-jobs.ts'
import { type Installation, writeNotification } from './write-notification.ts'

interface Circumstances extends Installation {
  now: Date
}

/** Runs at the end of the events' transaction and returns the notified users. */
export async function notify(tx: Database, events: ActivityEvent[], at: Circumstances): Promise<number[]> {
  const concerns = events
    .map(event => ({ event, occasions: occasionsOf(event) }))
    .filter(({ occasions }) => occasions.length > 0)
  if (concerns.length === 0) return []
  return storeNotifications(tx, summarize(await findAudience(tx, concerns)), at)
}

interface Occurrence {
  recipient: Recipient
  subject: Subject
}

/** More than that about tasks that were changed at once become one notification with their number. */
const MAX_SINGLE = 3

function summarize(occurrences: Occurrence[]): Occurrence[] {
  const bulk = occurrences.filter(({ subject }) => subject.isBulk || subject.isNotifiedOnce)
  const alike = Map.groupBy(bulk, ({ recipient: { userId, type }, subject: { projectId, actorId } }) =>
    [userId, type, projectId, actorId].join(' '),
  )
  const many = [...alike.values()].filter(
    all => all.length > (all[0]?.subject.isNotifiedOnce ? 1 : MAX_SINGLE),
  )
  if (many.length === 0) return occurrences
  const summarized = new Set(many.flat())
  return [...occurrences.filter(one => !summarized.has(one)), ...many.flatMap(summaryOf)]
}

function summaryOf(alike: Occurrence[]): Occurrence[] {
  return alike.slice(0, 1).map(({ recipient, subject: { projectId, actorId } }) => ({
    recipient: { ...recipient, taskNumber: null, taskTitle: null, dueDate: null },
    subject: { projectId, actorId, boardId: null, taskId: null, taskCount: alike.length },
  }))
}

/**
 * Within five minutes, a notification replaces an earlier one of the same type about the same task. Returns the notified
 * users. Four statements for any number of notifications.
 */
export async function storeNotifications(
  tx: Database,
  occurrences: Occurrence[],
  { now, ...installation }: Circumstances,
): Promise<number[]> {
  if (occurrences.length === 0) return []
  const keyed = occurrences.map(withKey)
  // On one connection, so the second is read when all locks have been taken.
  const [, earlier] = await settleAll([
    lockReaders(
      tx,
      keyed.map(({ userId }) => userId),
    ),
    listEarlier(tx, keyed, now),
  ])
  const stored = await insertNotifications(tx, coalesce(keyed, earlier, installation), now)
  await mailNotifications(tx, stored, now)
  await pushNotifications(tx, stored)
  return [...new Set(stored.map(({ userId }) => userId))]
}

function withKey({ recipient, subject }: Occurrence) {
  const { userId, type, dueDate } = recipient
  return { recipient, subject, userId, type, dueDate, taskId: subject.taskId ?? null }
}

/** Keeps the last of several, in the order in which they occurred. */
function coalesce(
  keyed: ReturnType<typeof withKey>[],
  earlier: Map<string, EarlierContext>,
  installation: Installation,
) {
  const newest = new Map<string, NewNotification>()
  for (const [index, { recipient, subject, ...about }] of keyed.entries()) {
    const key = about.taskId === null ? String(index) : keyOf(about)
    const before = newest.get(key)?.context ?? earlier.get(key)
    if (before && isReminder(about.type)) continue
    newest.delete(key)
    newest.set(key, writeNotification(recipient, subject, before, installation))
  }
  return [...newest.values()]
}
