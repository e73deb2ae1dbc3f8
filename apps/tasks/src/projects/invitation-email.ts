import type { Language } from '@atrium/core/language'
import { addJob } from '@atrium/jobs/jobs'
import type { SendMail } from '@atrium/mail/mailer'
import { type Email, renderEmail } from '@atrium/mail/render-email'
import { fillIn } from '@atrium/texts/fill-in'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Settings } from '#settings.ts'
import { texts } from '#texts.ts'
import { findInvitationDetails } from './invitation.queries.ts'
import { invitationToken, mailedToken } from './invitation-token.ts'
import type { JoiningRole } from './member.contract.ts'

interface InvitationJob {
  invitationId: number
  language: Language
}

/** The job carries no secret: the token is derived again when the email is written. */
export function enqueueInvitationEmail(tx: Database, job: InvitationJob) {
  return addJob(tx, 'mail.invitation', job)
}

export function invitationMailTasks(deps: Deps, sendMail: SendMail) {
  const { db, settings } = deps
  return {
    'mail.invitation': async ({ invitationId, language }: InvitationJob) => {
      const invitation = await findInvitationDetails(db, { id: invitationId }, deps.now().toISOString())
      if (invitation?.status !== 'pending') return
      const link = invitationLink(settings, mailedToken(settings, invitationToken(settings, invitation)))
      const { branding } = deps.notices.current()
      const email = invitationEmail(language, branding.name, invitation, link)
      await sendMail(renderEmail(invitation.email, email, branding))
    },
  }
}

/** After the #, so that it never reaches a server's log. */
export function invitationLink({ FRONTEND_URL }: Settings, token: string) {
  return `${FRONTEND_URL.replace(/\/?$/, '/')}invitation#token=${token}`
}

interface Invited {
  projectName: string
  /** Empty if the inviter's account no longer exists. */
  inviter: string
  role: JoiningRole
}

function invitationEmail(
  language: Language,
  product: string,
  { projectName, inviter, role }: Invited,
  address: string,
): Email {
  const { greeting, unknownInviter, roles, subject, text, label, footnote } = texts(language, product)
    .projects.invitationEmail
  return {
    language,
    subject: fillIn(subject, { project: projectName }, language),
    paragraphs: [
      greeting,
      fillIn(text, { inviter: inviter || unknownInviter, project: projectName, role: roles[role] }, language),
    ],
    button: { label, address },
    footnote,
  }
}
