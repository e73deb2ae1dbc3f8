import type { Language } from '@atrium/core/language'
import type { Letter } from '@atrium/mail/layout'
import type { JoiningRole } from './member.contract.ts'

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

export function invitationLetter(
  language: Language,
  { projectName, inviter, role }: Invited,
  address: string,
): Letter {
  const { greeting, unknownInviter, roles, subject, text, label, footnote } = words[language]
  return {
    language,
    subject: subject(projectName),
    paragraphs: [greeting, text(inviter || unknownInviter, projectName, roles[role])],
    button: { label, address },
    footnote,
  }
}
