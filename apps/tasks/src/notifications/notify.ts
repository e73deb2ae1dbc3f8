import type { Database } from '#deps.ts'
import type { ActivityEvent } from '#events.ts'
import { findAudience } from './audience.queries.ts'
import { occasionsOf } from './occasions.ts'
import { storeNotifications } from './store-notifications.ts'

/** At the end of the transaction of these events; answers who is notified of them. */
export async function notify(tx: Database, events: ActivityEvent[], now: Date): Promise<number[]> {
  const concerns = events
    .map(event => ({ event, occasions: occasionsOf(event) }))
    .filter(({ occasions }) => occasions.length > 0)
  if (concerns.length === 0) return []
  return storeNotifications(tx, await findAudience(tx, concerns), now)
}
