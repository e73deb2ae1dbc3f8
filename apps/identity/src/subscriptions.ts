import type { Subscriptions } from '@atrium/database/transaction'
import type { Bus, Sent } from '@atrium/events/bus'
import type { DB } from './database.ts'
import type { Event } from './events.ts'

/** Every event goes to all instances with the commit; the answer waits until they have heard it. */
export function createSubscriptions(bus: Bus): Subscriptions<DB, Event> {
  const sent = new WeakMap<Event, Sent>()
  return {
    inTransaction: async (tx, event) => {
      sent.set(event, await bus.send(tx, event))
    },
    afterCommit: async events => {
      await Promise.all(events.map(event => sent.get(event)?.heardByAll()))
    },
  }
}
