import type { Subscriptions } from '@atrium/database/transaction'
import { messageOf, type TransactionalBus } from '@atrium/events/bus'
import { emailJobs } from '#mail/email-jobs.ts'
import { endResetLinks } from '#mail/mail-token.queries.ts'
import type { DB } from './database.ts'
import type { Event, TransactionState } from './events.ts'

/** The side effects of each event, in its transaction and after the commit. */
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
          if (!event.isEmailProven) await emailJobs.confirmEmail(tx, event)
          break
        case 'EmailChanged':
          await emailJobs.emailChanged(tx, event)
          await emailJobs.confirmEmail(tx, event)
          break
        case 'PasswordChanged':
          await endResetLinks(tx, event.userId)
          await emailJobs.passwordChanged(tx, event)
          break
        case 'SecurityChanged':
          await emailJobs.securityChanged(tx, event)
          break
        case 'SignedInFromNewBrowser':
          await emailJobs.newSignIn(tx, event)
      }
    },
    // The response waits until every instance has received the message.
    afterCommit: async ({ state }) => {
      await Promise.all(state.sent.map(({ heardByAll }) => heardByAll()))
    },
  }
}
