import type { Language } from '@atrium/core/language'
import { addJob } from '@atrium/jobs/jobs'
import { layOut } from '@atrium/mail/layout'
import type { SendMail } from '@atrium/mail/mailer'
import type { Database, Deps } from '#deps.ts'
import { findInvitationToMail } from './invitation.queries.ts'
import { invitationLetter } from './invitation-letter.ts'
import { invitationLink, invitationToken } from './invitation-token.ts'

interface InvitationMail {
  invitationId: number
  language: Language
}

/** The job carries no secret: the token is derived again when the letter is written. */
export function mailInvitation(tx: Database, job: InvitationMail) {
  return addJob(tx, 'mail.invitation', job)
}

/** What the job does, wherever it runs. */
export function invitationMailTasks(deps: Deps, sendMail: SendMail) {
  const { db, settings } = deps
  return {
    'mail.invitation': async ({ invitationId, language }: InvitationMail) => {
      const invitation = await findInvitationToMail(db, invitationId, deps.now().toISOString())
      if (invitation?.status !== 'pending') return
      const link = invitationLink(settings, invitationToken(settings, invitation))
      await sendMail(layOut(invitation.email, invitationLetter(language, invitation, link)))
    },
  }
}
