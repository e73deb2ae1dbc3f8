import type { Database } from '#deps.ts'
import { mailNotifications } from './notification-mail.ts'
import { holdReaders, insertNotifications, type NewNotification } from './store-notifications.queries.ts'

/** Answers who has got one: what was told a moment ago is not told again. Three statements, however many there are. */
export async function storeNotifications(tx: Database, notifications: NewNotification[]): Promise<number[]> {
  if (notifications.length === 0) return []
  await holdReaders(
    tx,
    notifications.map(({ userId }) => userId),
  )
  const stored = await insertNotifications(tx, notifications)
  await mailNotifications(tx, stored)
  return [...new Set(stored.map(({ userId }) => userId))]
}
