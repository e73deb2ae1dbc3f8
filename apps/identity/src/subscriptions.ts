import type { Subscriptions } from '@atrium/database/transaction'
import type { Sent, TransactionalBus } from '@atrium/events/bus'
import { mailJobs } from '#mail/mail-jobs.ts'
import { endResetLinks } from '#mail/mail-token.queries.ts'
import type { DB } from './database.ts'
import type { Event } from './events.ts'

/** What each event makes happen, in its own transaction and after the commit. */
export function createSubscriptions(bus: TransactionalBus): Subscriptions<DB, Event> {
  const sent = new WeakMap<Event, Sent>()
  return {
    inTransaction: async (tx, event) => {
      switch (event.name) {
        case 'TokensRevoked':
        case 'RightsChanged':
        case 'SigningKeysChanged':
        case 'ClientChanged':
          sent.set(event, await bus.send(tx, event))
          break
        case 'UserRegistered':
          await mailJobs.confirmEmail(tx, event)
          break
        case 'EmailChanged':
          await mailJobs.emailChanged(tx, event)
          await mailJobs.confirmEmail(tx, event)
          break
        case 'PasswordChanged':
          await endResetLinks(tx, event.userId)
          await mailJobs.passwordChanged(tx, event)
          break
        case 'SecurityChanged':
          await mailJobs.securityChanged(tx, event)
          break
        case 'SignedInFromNewBrowser':
          await mailJobs.newSignIn(tx, event)
      }
    },
    // The answer waits until every instance has heard.
    afterCommit: async events => {
      await Promise.all(events.map(event => sent.get(event)?.heardByAll()))
    },
  }
}
