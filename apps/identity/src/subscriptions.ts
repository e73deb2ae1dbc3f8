import type { Subscriptions } from '@atrium/database/transaction'
import { messageOf, type Sent, type TransactionalBus } from '@atrium/events/bus'
import { mailJobs } from '#mail/mail-jobs.ts'
import { endResetLinks } from '#mail/mail-token.queries.ts'
import type { DB } from './database.ts'
import type { Event } from './events.ts'

/** What has left with the transaction, to be waited for after its commit. */
export interface TransactionState {
  sent: Sent[]
}

/** What each event causes, in its own transaction and after the commit. */
export function createSubscriptions(bus: TransactionalBus): Subscriptions<DB, Event, TransactionState> {
  return {
    createState: () => ({ sent: [] }),
    inTransaction: async (tx, event, { state }) => {
      switch (event.type) {
        case 'TokensRevoked':
        case 'RightsChanged':
        case 'SigningKeysChanged':
        case 'ClientChanged':
          state.sent.push(await bus.send(tx, messageOf(event)))
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
    afterCommit: async ({ state }) => {
      await Promise.all(state.sent.map(({ heardByAll }) => heardByAll()))
    },
  }
}
