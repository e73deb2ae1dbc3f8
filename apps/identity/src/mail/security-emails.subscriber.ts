import type { Subscriber } from '#events.ts'
import { emailJobs } from './email-jobs.ts'
import { endResetLinks } from './mail-token.queries.ts'

/** Emails users about what has changed in their account. */
export const securityEmails: Subscriber = {
  name: 'security-emails',
  onEvent: async (tx, event) => {
    switch (event.type) {
      case 'UserRegistered':
        if (!event.isEmailProven) await emailJobs.confirmEmail(tx, event)
        break
      case 'EmailChanged':
        await emailJobs.emailChanged(tx, event)
        if (!event.isEmailProven) await emailJobs.confirmEmail(tx, event)
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
}
