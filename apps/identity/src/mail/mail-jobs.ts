import type { Language } from '@atrium/core/language'
import { addJob } from '@atrium/jobs/jobs'
import { type Letter, layOut } from '@atrium/mail/layout'
import type { SendMail } from '@atrium/mail/mailer'
import type { Database, Deps } from '#deps.ts'
import type { EmailChanged, SecurityChanged, SignedInFromNewBrowser } from '#events.ts'
import { randomToken } from '#tokens/secrets.ts'
import { findCredentials } from '#users/credentials.queries.ts'
import type { User } from '#users/user.contract.ts'
import { getUser } from '#users/user.queries.ts'
import { confirmationLetter, emailChangedLetter, passwordChangedLetter, resetLetter } from './letters.ts'
import { countRecentTokens, type MailPurpose, replaceMailToken } from './mail-token.queries.ts'
import { newSignInLetter } from './new-sign-in-letter.ts'
import { securityLetter } from './security-letters.ts'

const HOUR_MS = 3_600_000
const MAILS_AN_HOUR = 5
const LONGEST_KEY = 512 // the queue's own
const lifetimes = { confirm_email: 24 * HOUR_MS, reset_password: HOUR_MS }
const pages = { confirm_email: '/email-verify', reset_password: '/password-reset' }

interface ToUser {
  userId: number
  language: Language
}

/** Enqueued with the change that causes them; what they carry is no secret, the link's token is made when it is sent. */
export const mailJobs = {
  confirmEmail: (tx: Database, job: ToUser) => addJob(tx, 'mail.confirm_email', job),
  /** For whatever was typed: whether there is such an account is found out later, so that the answer cannot tell. */
  resetPassword: (tx: Database, job: { username: string; language: Language }) =>
    addJob(tx, 'mail.reset_password', job, {
      key: `reset ${job.username.toLowerCase()}`.slice(0, LONGEST_KEY), // small letters may be more than capitals
    }),
  emailChanged: (tx: Database, job: EmailChanged) => addJob(tx, 'mail.email_changed', job),
  passwordChanged: (tx: Database, job: ToUser) => addJob(tx, 'mail.password_changed', job),
  securityChanged: (tx: Database, job: SecurityChanged) => addJob(tx, 'mail.security_changed', job),
  newSignIn: (tx: Database, job: SignedInFromNewBrowser) => addJob(tx, 'mail.new_sign_in', job),
}

/** What the jobs do, wherever they run. */
export function mailTasks(deps: Deps, sendMail: SendMail) {
  const send = (to: string, letter: Letter) => sendMail(layOut(to, letter))
  return {
    'mail.confirm_email': async ({ userId, language }: ToUser) => {
      const user = await getUser(deps.db, userId)
      const address = user.emailVerifiedAt ? undefined : await makeLink(deps, user, 'confirm_email')
      if (address) await send(user.email, confirmationLetter({ name: null, language }, address))
    },
    'mail.reset_password': async ({ username, language }: { username: string; language: Language }) => {
      const account = await findCredentials(deps.db, username)
      if (!account || account.archivedAt) return
      const user = await getUser(deps.db, account.id)
      const address = await makeLink(deps, user, 'reset_password')
      if (address) await send(user.email, resetLetter({ name: nameOf(user), language }, address))
    },
    'mail.email_changed': async ({ userId, oldEmail, wasConfirmed, language }: EmailChanged) => {
      // One that was never confirmed may be a stranger's, who is not written to without end.
      if (!wasConfirmed && (await hasHadEnough(deps, userId, 'confirm_email'))) return
      const { name } = await getUser(deps.db, userId)
      await send(oldEmail, emailChangedLetter({ name: wasConfirmed ? name : null, language }))
    },
    'mail.password_changed': async ({ userId, language }: ToUser) => {
      const user = await getUser(deps.db, userId)
      await send(user.email, passwordChangedLetter({ name: nameOf(user), language }))
    },
    'mail.security_changed': async ({ userId, language, ...told }: SecurityChanged) => {
      const user = await getUser(deps.db, userId)
      await send(user.email, securityLetter({ name: nameOf(user), language }, told))
    },
    'mail.new_sign_in': async ({ userId, language, ...told }: SignedInFromNewBrowser) => {
      const user = await getUser(deps.db, userId)
      await send(user.email, newSignInLetter({ name: nameOf(user), language }, told))
    },
  }
}

function nameOf({ name, emailVerifiedAt }: User) {
  return emailVerifiedAt ? name : null
}

/** Undefined when this user has had enough of such mails for now. */
async function makeLink(deps: Deps, { id, email }: User, purpose: MailPurpose) {
  const { db, settings, secrets, now } = deps
  if (await hasHadEnough(deps, id, purpose)) return undefined
  const token = randomToken()
  await db.transaction().execute(tx =>
    replaceMailToken(tx, {
      userId: id,
      purpose,
      token: secrets.digest(token),
      email,
      expiresAt: new Date(now().getTime() + lifetimes[purpose]).toISOString(),
      createdAt: now().toISOString(),
    }),
  )
  return `${settings.IDENTITY_URL}${pages[purpose]}?token=${token}`
}

async function hasHadEnough({ db, now }: Deps, userId: number, purpose: MailPurpose) {
  const since = new Date(now().getTime() - HOUR_MS).toISOString()
  return (await countRecentTokens(db, userId, purpose, since)) >= MAILS_AN_HOUR
}
