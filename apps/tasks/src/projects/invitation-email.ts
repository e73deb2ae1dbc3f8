import { createHmac } from 'node:crypto'
import type { Language } from '@atrium/core/language'
import { sha256 } from '@atrium/core/sha256'
import { addJob } from '@atrium/jobs/jobs'
import type { SendMail } from '@atrium/mail/mailer'
import { type Email, renderEmail } from '@atrium/mail/render-email'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Settings } from '#settings.ts'
import type { Invitation } from './invitation.contract.ts'
import { findInvitationToMail } from './invitation.queries.ts'
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
      const invitation = await findInvitationToMail(db, invitationId, deps.now().toISOString())
      if (invitation?.status !== 'pending') return
      const link = invitationLink(settings, invitationToken(settings, invitation))
      await sendMail(renderEmail(invitation.email, invitationEmail(language, invitation, link)))
    },
  }
}

type Named = Pick<Invitation, 'id' | 'projectId' | 'email' | 'createdAt'>

/** Derived, so that neither the table nor the queue holds it and the email can still be written later. */
export function invitationToken(
  { TASKS_CLIENT_SECRET }: Settings,
  { id, projectId, email, createdAt }: Named,
) {
  return createHmac('sha256', TASKS_CLIENT_SECRET)
    .update(`invitation ${JSON.stringify([id, projectId, email, createdAt])}`)
    .digest('base64url')
}

export function invitationDigest(token: string) {
  return sha256(token)
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
      `${inviter} invited you to the project “${project}” in Atrium. Your role: ${role}. The link works once and expires in 7 days. Sign in with this email address.`,
    label: 'Accept invitation',
    footnote: 'If you don’t know the person who invited you, you can ignore this email.',
  },
  ru: {
    greeting: 'Здравствуйте!',
    unknownInviter: 'Участник проекта',
    roles: { viewer: 'наблюдатель', member: 'участник', manager: 'менеджер' },
    subject: (project: string) => `Приглашение в проект «${project}»`,
    text: (inviter: string, project: string, role: string) =>
      `${inviter} приглашает вас в проект «${project}» в Atrium. Ваша роль: ${role}. Ссылка действует один раз и в течение 7 дней. Войдите с этим адресом почты.`,
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
