import type { Database } from '#deps.ts'
import type { ActivityEvent, Event } from '#events.ts'
import { findAudience } from './audience.queries.ts'
import { occasionsOf } from './occasions.ts'
import type { NewNotification } from './store-notifications.queries.ts'
import { storeNotifications } from './store-notifications.ts'
import { writeNotification } from './write-notification.ts'

/** At the end of the transaction of these events; answers who is told by them. */
export async function notify(tx: Database, events: Event[]): Promise<number[]> {
  const notifications: NewNotification[] = []
  for (const event of events) {
    if ('projectId' in event) notifications.push(...(await notificationsOf(tx, event)))
  }
  return storeNotifications(tx, notifications)
}

async function notificationsOf(tx: Database, event: ActivityEvent) {
  const occasions = occasionsOf(event)
  if (occasions.length === 0) return []
  const audience = await findAudience(tx, event, occasions)
  return audience.map(recipient => writeNotification(recipient, event))
}
