import { messageOf, type Sent, type TransactionalBus } from '@atrium/events/bus'
import type { Subscriber } from '#events.ts'
import type { Settings } from '#settings.ts'
import { endApplicationSessions } from '../openid/application-session.queries.ts'
import { enqueueLogouts } from './logout-jobs.ts'

interface Options {
  bus: TransactionalBus
  settings: Settings
  now: () => Date
}

/** Sends a logout token to the applications of a session that has ended, and ends what they have of it. */
export function applicationSessions({ bus, settings, now }: Options): Subscriber<Sent[]> {
  const { OAUTH2_CLIENT_ID: firstPartyId, TASKS_CLIENT_ID: tasksId } = settings
  return {
    name: 'application-sessions',
    open: () => [],
    onEvent: async (tx, event, { state: sent }) => {
      if (event.type !== 'TokensRevoked') return
      const at = now().toISOString()
      const ended = await endApplicationSessions(tx, event, { firstPartyId, tasksId, at })
      for (const familyId of ended.familyIds) {
        sent.push(await bus.send(tx, messageOf({ type: 'TokensRevoked', familyId })))
      }
      if (ended.notified.length > 0) await enqueueLogouts(tx, ended.notified)
    },
    afterCommit: async (_events, sent) => {
      await Promise.all(sent.map(({ heardByAll }) => heardByAll()))
    },
  }
}
