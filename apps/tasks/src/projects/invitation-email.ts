import type { Language } from '@atrium/core/language'
import { addJob } from '@atrium/jobs/jobs'
import type { SendMail } from '@atrium/mail/mailer'
import { type Email, renderEmail } from '@atrium/mail/render-email'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Settings } from '#settings.ts'
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
      await sendMail(renderEmail(invitation.email, invitationEmail(language, invitation, link)))
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

const words = {
  en: {
    greeting: 'Hi,',
    unknownInviter: 'A project member',
    roles: { viewer: 'viewer', member: 'member', manager: 'manager' },
    subject: (project: string) => `Invitation to project “${project}”`,
    text: (inviter: string, project: string, role: string) =>
      `${inviter} invited you to the project “${project}” in Atrium. Your role: ${role}. The link is only for you and expires in 7 days.`,
    label: 'Accept invitation',
    footnote: 'If you don’t know the person who invited you, you can ignore this email.',
  },
  ru: {
    greeting: 'Здравствуйте!',
    unknownInviter: 'Участник проекта',
    roles: { viewer: 'наблюдатель', member: 'участник', manager: 'менеджер' },
    subject: (project: string) => `Приглашение в проект «${project}»`,
    text: (inviter: string, project: string, role: string) =>
      `${inviter} приглашает вас в проект «${project}» в Atrium. Ваша роль: ${role}. Ссылка только для вас и действует 7 дней.`,
    label: 'Принять приглашение',
    footnote: 'Если вы не знаете, кто вас приглашает, просто проигнорируйте это письмо.',
  },
}

function invitationEmail(
  language: Language,
  { projectName, inviter, role }: Invited,
  address: string,
): Email {
  const { greeting, unknownInviter, roles, subject, text, label, footnote } = words[language]
  return {
    language,
    subject: subject(projectName),
    paragraphs: [greeting, text(inviter || unknownInviter, projectName, roles[role])],
    button: { label, address },
    footnote,
  }
}
