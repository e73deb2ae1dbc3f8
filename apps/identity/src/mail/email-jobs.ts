import type { Language } from '@atrium/core/language'
import { retriedTransaction } from '@atrium/database/retry-transaction'
import { addJob } from '@atrium/jobs/jobs'
import type { SendMail } from '@atrium/mail/mailer'
import { type Email, renderEmail } from '@atrium/mail/render-email'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { EmailChanged, SecurityChanged, SignedInFromNewBrowser } from '#events.ts'
import { createEmailCode } from '#sign-in/email-codes/email-code.commands.ts'
import { randomToken } from '#tokens/secrets.ts'
import { findCredentials } from '#users/credentials.queries.ts'
import type { User } from '#users/user.contract.ts'
import { getUser } from '#users/user.queries.ts'
import {
  confirmationEmail,
  emailChangedEmail,
  emailCodeEmail,
  newSignInEmail,
  passwordChangedEmail,
  passwordResetEmail,
  securityEmail,
} from './emails.ts'
import { countRecentTokens, type MailPurpose, replaceMailToken } from './mail-token.queries.ts'

const HOUR_MS = 3_600_000
const MAX_PER_HOUR = 5
const MAX_KEY_LENGTH = 512 // the queue's own
const lifetimes = { confirm_email: 24 * HOUR_MS, reset_password: HOUR_MS }
const pages = { confirm_email: '/email-verify', reset_password: '/password-reset' }

interface ToUser {
  userId: number
  language: Language
}

interface ToAccount {
  username: string
  language: Language
}

interface ToReset extends ToAccount {
  /** The authorization request that the user left, as a query: the link leads back to it. */
  authorizationQuery?: string | undefined
}

interface ToCodeReader extends ToAccount {
  /** The digest of the id that the browser has. */
  digest: string
}

/** Enqueued with the change that causes them. They carry no secret: the token of a link is created when it is sent. */
export const emailJobs = {
  confirmEmail: (tx: Database, job: ToUser) => addJob(tx, 'mail.confirm_email', job),
  /** For whatever was typed, too. */
  confirmAgain: (tx: Database, job: ToAccount) =>
    addJob(tx, 'mail.confirm_email', job, { key: keyOf('confirm', job.username) }),
  /** For whatever was typed: the job finds out if there is such an account, so the response cannot reveal it. */
  resetPassword: (tx: Database, job: ToReset) =>
    addJob(tx, 'mail.reset_password', job, { key: keyOf('reset', job.username) }),
  /** For whatever was typed, too. */
  emailCode: (tx: Database, job: ToCodeReader) => addJob(tx, 'mail.email_code', job),
  emailChanged: (tx: Database, job: EmailChanged) => addJob(tx, 'mail.email_changed', job),
  passwordChanged: (tx: Database, job: ToUser) => addJob(tx, 'mail.password_changed', job),
  securityChanged: (tx: Database, job: SecurityChanged) => addJob(tx, 'mail.security_changed', job),
  newSignIn: (tx: Database, job: SignedInFromNewBrowser) => addJob(tx, 'mail.new_sign_in', job),
}

function keyOf(purpose: string, username: string) {
  return `${purpose} ${username.toLowerCase()}`.slice(0, MAX_KEY_LENGTH) // a lower-case text may be longer
}

/** For the worker. */
export function mailTasks(deps: Deps, sendMail: SendMail) {
  const branding = () => deps.notices.current().branding
  const send = (to: string, email: Email) => sendMail(renderEmail(to, email, branding()))
  const reader = (name: string | null, language: Language) => ({ name, language, product: branding().name })
  return {
    'mail.confirm_email': async ({ language, ...to }: ToUser | ToAccount) => {
      const account = 'username' in to ? await findCredentials(deps.db, to.username) : { id: to.userId }
      if (!account || ('archivedAt' in account && account.archivedAt)) return
      const user = await getUser(deps.db, account.id)
      const address = user.emailVerifiedAt ? undefined : await createLink(deps, user, 'confirm_email')
      if (address) await send(user.email, confirmationEmail(reader(null, language), address))
    },
    'mail.reset_password': async ({ username, language, authorizationQuery }: ToReset) => {
      const account = await findCredentials(deps.db, username)
      if (!account || account.archivedAt) return
      const user = await getUser(deps.db, account.id)
      if (!user.capabilities.canResetPassword) return
      const address = await createLink(deps, user, 'reset_password', authorizationQuery)
      if (address) await send(user.email, passwordResetEmail(reader(nameOf(user), language), address))
    },
    'mail.email_code': async ({ language, ...asked }: ToCodeReader) => {
      const created = await createEmailCode(deps, asked)
      if (created) await send(created.email, emailCodeEmail(reader(created.name, language), created.code))
    },
    'mail.email_changed': async ({ userId, oldEmail, wasConfirmed, language }: EmailChanged) => {
      // An unconfirmed address may be a stranger's, who must not get endless emails.
      if (!wasConfirmed && (await isOverLimit(deps, userId, 'confirm_email'))) return
      const { name } = await getUser(deps.db, userId)
      await send(oldEmail, emailChangedEmail(reader(wasConfirmed ? name : null, language)))
    },
    'mail.password_changed': async ({ userId, language }: ToUser) => {
      const user = await getUser(deps.db, userId)
      await send(user.email, passwordChangedEmail(reader(nameOf(user), language)))
    },
    'mail.security_changed': async ({ userId, language, ...change }: SecurityChanged) => {
      const user = await getUser(deps.db, userId)
      await send(user.email, securityEmail(reader(nameOf(user), language), change))
    },
    'mail.new_sign_in': async ({ userId, language, ...signIn }: SignedInFromNewBrowser) => {
      const user = await getUser(deps.db, userId)
      await send(user.email, newSignInEmail(reader(nameOf(user), language), signIn))
    },
  }
}

function nameOf({ name, emailVerifiedAt }: User) {
  return emailVerifiedAt ? name : null
}

/** Undefined if this user has been sent too many of these emails lately. */
async function createLink(
  deps: Deps,
  { id, email }: User,
  purpose: MailPurpose,
  authorizationQuery?: string,
) {
  const { db, settings, secrets, now } = deps
  if (await isOverLimit(deps, id, purpose)) return undefined
  const token = randomToken()
  await retriedTransaction(db, tx =>
    replaceMailToken(tx, {
      userId: id,
      purpose,
      token: secrets.digest(token),
      email,
      expiresAt: new Date(now().getTime() + lifetimes[purpose]).toISOString(),
      createdAt: now().toISOString(),
      authorizationQuery,
    }),
  )
  return `${settings.IDENTITY_URL}${pages[purpose]}?token=${token}`
}

async function isOverLimit({ db, now }: Deps, userId: number, purpose: MailPurpose) {
  const since = new Date(now().getTime() - HOUR_MS).toISOString()
  return (await countRecentTokens(db, userId, purpose, since)) >= MAX_PER_HOUR
}
