import { messageOf, type Sent, type TransactionalBus } from '@atrium/events/bus'
import type { Subscriber } from '#events.ts'
import { insertAnnouncement } from './announcement.queries.ts'
import type { AnnouncedMessage } from './followers.ts'

/**
 * Announces ended tokens and changed rights: to our own instances with the commit, and to the task service, which asks for
 * what was announced. The response waits until every instance has received it.
 */
export function announcements(bus: TransactionalBus): Subscriber<Sent[]> {
  return {
    name: 'announcements',
    open: () => [],
    onEvent: async (tx, event, { state: sent }) => {
      if (event.type !== 'TokensRevoked' && event.type !== 'RightsChanged') return
      const { xid } = await insertAnnouncement(tx, event)
      const message: AnnouncedMessage = { ...messageOf(event), xid }
      sent.push(await bus.send(tx, message))
    },
    afterCommit: async (_events, sent) => {
      await Promise.all(sent.map(({ heardByAll }) => heardByAll()))
    },
  }
}
