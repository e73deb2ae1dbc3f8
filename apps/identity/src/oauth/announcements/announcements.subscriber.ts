import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf, type Sent, type TransactionalBus } from '@atrium/events/bus'
import type { Database } from '#database.ts'
import type { Subscriber } from '#events.ts'
import { insertAnnouncement, listAnnouncers } from './announcement.queries.ts'
import { ANSWER_OVER_MS, type AnnouncedMessage } from './followers.ts'

interface Options {
  db: Database
  bus: TransactionalBus
}

/**
 * Announces ended tokens and changed rights: to our own instances with the commit, and to the task service, which asks for
 * what was announced. The response waits until every instance and everyone who follows it has received it.
 */
export function announcements({ db, bus }: Options): Subscriber<Sent[]> {
  /** An instance that does not confirm may be dead, but its followers rely on its last answer for a while. */
  async function untilHeard(sent: Sent[]) {
    const overAt = performance.now() + ANSWER_OVER_MS
    const listing = listAnnouncers(db).catch(() => undefined)
    const heardBy = await Promise.all(sent.map(({ heardByAll }) => heardByAll()))
    const announcers = await listing
    if (announcers?.every(instance => heardBy.every(instances => instances.has(instance)))) return
    while (performance.now() < overAt) await sleep(overAt - performance.now())
  }

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
      if (sent.length > 0) await untilHeard(sent)
    },
  }
}
