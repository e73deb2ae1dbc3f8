import type { Language } from '@atrium/core/language'
import type { Letter } from '@atrium/mail/layout'
import type { JoiningRole } from './member.contract.ts'

interface Invited {
  projectName: string
  /** Empty when whoever invited has gone since. */
  inviter: string
  role: JoiningRole
}

const words = {
  en: {
    greeting: 'Hello,',
    somebody: 'A member',
    roles: { viewer: 'viewer', member: 'member', manager: 'manager' },
    subject: (project: string) => `Invitation to the project “${project}”`,
    text: (inviter: string, project: string, role: string) =>
      `${inviter} invites you to the project “${project}” at Atrium, as ${role}. The link works once and for 7 days; sign in with this e-mail address.`,
    label: 'Accept the invitation',
    footnote: 'If you do not know who invites you, you need not do anything.',
  },
  ru: {
    greeting: 'Здравствуйте!',
    somebody: 'Участник проекта',
    roles: { viewer: 'наблюдатель', member: 'участник', manager: 'менеджер' },
    subject: (project: string) => `Приглашение в проект «${project}»`,
    text: (inviter: string, project: string, role: string) =>
      `${inviter} приглашает вас в проект «${project}» в Atrium. Ваша роль: ${role}. Ссылка действует один раз и в течение 7 дней; войдите с этим адресом электронной почты.`,
    label: 'Принять приглашение',
    footnote: 'Если вы не знаете, кто вас приглашает, ничего делать не нужно.',
  },
}

export function invitationLetter(
  language: Language,
  { projectName, inviter, role }: Invited,
  address: string,
): Letter {
  const { greeting, somebody, roles, subject, text, label, footnote } = words[language]
  return {
    language,
    subject: subject(projectName),
    paragraphs: [greeting, text(inviter || somebody, projectName, roles[role])],
    button: { label, address },
    footnote,
  }
}
