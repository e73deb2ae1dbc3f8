import type { Subscriber } from '#events.ts'
import { deleteSubscriptionOfDevice } from './push.queries.ts'

/** Ends the subscription of a browser in which its user signs out. */
export const pushSubscriptions: Subscriber = {
  name: 'push-subscriptions',
  onEvent: async (tx, event) => {
    if (event.type === 'SessionEnded' && event.device) await deleteSubscriptionOfDevice(tx, event.device)
  },
}
