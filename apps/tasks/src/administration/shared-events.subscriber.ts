import { messageOf, type Sent, type TransactionalBus } from '@atrium/events/bus'
import type { Subscriber } from '#events.ts'

/** Sends what every instance has to know with the commit; the response waits until all of them have received it. */
export function sharedEvents(rightsBus: TransactionalBus): Subscriber<Sent[]> {
  return {
    name: 'shared-events',
    open: () => [],
    onEvent: async (tx, event, { state: sent }) => {
      if (event.type !== 'RightsChanged' && event.type !== 'SessionEnded') return
      sent.push(await rightsBus.send(tx, messageOf(event)))
    },
    afterCommit: async (_events, sent) => {
      await Promise.all(sent.map(({ heardByAll }) => heardByAll()))
    },
  }
}
