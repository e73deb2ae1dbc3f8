import type { Subscriptions } from '@atrium/database/transaction'
import { messageOf, type TransactionalBus } from '@atrium/events/bus'
import { emailJobs } from '#mail/email-jobs.ts'
import { endResetLinks } from '#mail/mail-token.queries.ts'
import { insertAnnouncement } from '#oauth/announcements/announcement.queries.ts'
import type { AnnouncedMessage } from '#oauth/announcements/followers.ts'
import { endApplicationSessions } from '#oauth/logout/application-session.queries.ts'
import { enqueueLogouts } from '#oauth/logout/logout-jobs.ts'
import type { Database, DB } from './database.ts'
import type { Event, RightsChanged, TokensRevoked, TransactionState } from './events.ts'
import type { Settings } from './settings.ts'

/** The side effects of each event, in its transaction and after the commit. */
export function createSubscriptions(
  bus: TransactionalBus,
  { OAUTH2_CLIENT_ID: firstPartyId, TASKS_CLIENT_ID: tasksId }: Settings,
  now: () => Date,
): Subscriptions<DB, Event, TransactionState> {
  /** Applications of a session that has ended get a logout token; what they have of it ends, too. */
  async function endSessions(tx: Database, event: TokensRevoked, state: TransactionState) {
    const ended = await endApplicationSessions(tx, event, { firstPartyId, tasksId, at: now().toISOString() })
    for (const familyId of ended.familyIds) {
      state.sent.push(await bus.send(tx, messageOf({ type: 'TokensRevoked', familyId })))
    }
    if (ended.notified.length > 0) await enqueueLogouts(tx, ended.notified)
  }

  /** To our own instances with the commit, and to the task service, which asks for what was announced. */
  async function announce(tx: Database, event: TokensRevoked | RightsChanged, state: TransactionState) {
    const { xid } = await insertAnnouncement(tx, event)
    const message: AnnouncedMessage = { ...messageOf(event), xid }
    state.sent.push(await bus.send(tx, message))
  }

  return {
    createState: () => ({ sent: [] }),
    inTransaction: async (tx, event, { state }) => {
      switch (event.type) {
        case 'TokensRevoked':
          await endSessions(tx, event, state)
          await announce(tx, event, state)
          break
        case 'RightsChanged':
          await announce(tx, event, state)
          break
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
