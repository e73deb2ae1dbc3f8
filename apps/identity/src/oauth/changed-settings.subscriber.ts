import { messageOf, type Sent, type TransactionalBus } from '@atrium/events/bus'
import type { Subscriber } from '#events.ts'

/** Tells all instances about changed keys and clients; the response waits until every one has received it. */
export function changedSettings(bus: TransactionalBus): Subscriber<Sent[]> {
  return {
    name: 'changed-settings',
    open: () => [],
    onEvent: async (tx, event, { state: sent }) => {
      if (event.type !== 'SigningKeysChanged' && event.type !== 'ClientChanged') return
      sent.push(await bus.send(tx, messageOf(event)))
    },
    afterCommit: async (_events, sent) => {
      await Promise.all(sent.map(({ heardByAll }) => heardByAll()))
    },
  }
}
